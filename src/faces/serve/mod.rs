//! `judge serve`: the rulings for the phones on a venue's Wi-Fi, from the head judge's computer, without
//! internet.
//!
//! Input from the network (`listen`; `line` if it is malformed) is parsed (`request`), checked (`guard`), and
//! answered from what was loaded at the start (`answer`, `app`) or from the cache (`reply_cache`), as a page
//! (`pages`, `log_page`, `assets`). `log` is the only thing that can be written. `network` finds the
//! addresses that phones are shown.

pub(crate) mod answer;
pub mod app;
mod assets;
pub mod guard;
mod line;
pub mod listen;
mod log;
mod log_page;
mod network;
mod pages;
mod qr;
mod reply;
mod reply_cache;
pub mod request;

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use crate::cli::face_args::ServeArgs;
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError};
use crate::faces::log::command::place;
use crate::faces::log::error::FileError;
use crate::faces::log::file::refuse_unwritable;
use app::App;
use guard::Pin;
use listen::Shared;

/// Serves until the process ends.
///
/// # Errors
/// If the address or the log cannot be used, or the rulings cannot be read.
pub(crate) fn run(args: &ServeArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let to = match (args.bind, args.lan) {
        (Some(address), _) => address,
        (None, true) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        (None, false) => IpAddr::V4(Ipv4Addr::LOCALHOST),
    };
    let listener = TcpListener::bind(SocketAddr::new(to, args.port))
        .map_err(|why| UsageError(not_bound(to, args.port, &why)))?;
    let port = listener.local_addr()?.port();
    let log = place(args.log.as_deref())?;
    match refuse_unwritable(&log) {
        Ok(()) => {}
        Err(why) if args.log.is_some() || matches!(why, FileError::NotAFile(_)) => return Err(why.into()),
        // No log was requested, so this is not fatal.
        Err(why) => ui.error(&format!("nothing can be logged: {why}. `--log FILE` names another file.")),
    }
    let pin = match &args.pin {
        Some(chosen) => Pin::chosen(chosen)?,
        None => Pin::new()?,
    };
    context.build_index_apart(ui);
    let app = App::open(context, log, pin, ui)?;
    let addresses = if to.is_unspecified() { network::own_addresses(to) } else { vec![to] };
    let hosts =
        if args.name.is_empty() { addresses.into_iter().map(host).collect() } else { args.name.clone() };
    let audience = if to.is_loopback() {
        Audience::Nobody
    } else if hosts.is_empty() {
        Audience::Unknown
    } else {
        Audience::Phones
    };
    let urls: Vec<String> = hosts.iter().map(|host| format!("http://{host}:{port}/")).collect();
    announce(&urls, port, audience, &app, ui)?;
    listen::serve(listener, Shared::new(app, args.name.clone()))?;
    Ok(Status::Found)
}

/// Who can reach the address that is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Audience {
    /// This computer only.
    Nobody,
    /// The network, at an unknown address.
    Unknown,
    /// The network.
    Phones,
}

/// An address as a URL names it.
fn host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => format!("[{v6}]"),
    }
}

/// Prints the addresses and who can reach them, with a QR code of the first if that includes phones.
fn announce(urls: &[String], port: u16, audience: Audience, app: &App, ui: &mut Ui) -> anyhow::Result<()> {
    let here = format!("http://{}:{port}/", Ipv4Addr::LOCALHOST);
    let (address, others) = urls.split_first().unwrap_or((&here, &[]));
    let mut of_pin = "whoever logs needs it";
    if audience == Audience::Phones {
        of_pin = "in the QR code; whoever logs needs it";
        for line in qr::lines(&format!("{address}?pin={}", app.pin.shown())) {
            let line = ui.style().code(&line);
            ui.print(&format!("{line}\n"))?;
        }
        ui.print("\n")?;
    }
    ui.print(&format!("{address}\nPIN {} ({of_pin})\n", app.pin.shown()))?;
    match audience {
        Audience::Nobody => ui.sentences(
            "Only this computer comes in. `judge serve --lan` lets the phones in the same network in, and shows them a QR code.",
        )?,
        Audience::Phones => ui.sentences(&format!(
            "Phones in the same network come in. Where one does not, look whether the computer's firewall lets port {port} through{}",
            if others.is_empty() { "." } else { ", or type another of its addresses:" }
        ))?,
        Audience::Unknown => ui.note(
            "this computer has no address in a network. Join one, or open a hotspot, and start again; or find its address, and say `--bind ADDRESS`.",
        ),
    }
    for other in others {
        ui.print(&format!("  {other}\n"))?;
    }
    ui.print(&format!("Log: {}\nCtrl-C ends it.\n", app.log.display()))?;
    ui.finish()
}

/// Why an address cannot be bound, and what to do.
fn not_bound(to: IpAddr, port: u16, why: &std::io::Error) -> String {
    match why.kind() {
        ErrorKind::AddrNotAvailable => {
            format!("{to} is no address of this computer. `judge serve --lan` finds its own.")
        }
        ErrorKind::AddrInUse => format!("{to} port {port} is in use. Another port: `--port 0` takes any."),
        ErrorKind::PermissionDenied => {
            format!(
                "{to} port {port}: the system does not allow it. Ports from 1024 on are free to all: `--port 8411`."
            )
        }
        _ => format!("{to} port {port}: {why}."),
    }
}
