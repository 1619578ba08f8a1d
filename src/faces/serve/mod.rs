//! `judge serve`: the rulings for the phones on a venue's Wi-Fi, from the head judge's computer, without
//! internet.
//!
//! What comes over the network (`listen`; `line`, where it is no request at all) is read (`request`), let
//! through or refused (`guard`), and answered from what was read at the start (`answer`, `app`), as a page
//! (`pages`, `assets`).

pub(crate) mod answer;
pub mod app;
mod assets;
pub mod guard;
mod line;
pub mod listen;
mod pages;
mod qr;
pub mod request;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};

use crate::cli::face_args::ServeArgs;
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError};
use crate::faces::log::command::place;
use crate::faces::log::open::refuse_others;
use app::App;
use listen::Shared;

/// Serves until it is ended.
///
/// # Errors
/// An address that is not to be had, and rulings that cannot be read.
pub fn run(args: &ServeArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let to = match (args.bind, args.lan) {
        (Some(address), _) => address,
        (None, true) => IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        (None, false) => IpAddr::V4(Ipv4Addr::LOCALHOST),
    };
    let listener = TcpListener::bind(SocketAddr::new(to, args.port)).map_err(|why| {
        UsageError(format!("{to} port {}: {why}. Another port: `--port 0` takes any.", args.port))
    })?;
    let port = listener.local_addr()?.port();
    let log = place(args.log.as_deref())?;
    refuse_others(&log)?;
    let app = App::open(context, log, ui)?;
    let shown = if to.is_unspecified() { own_address() } else { Some(to) };
    let host = match (args.name.first(), shown) {
        (Some(name), _) => name.clone(),
        (None, Some(IpAddr::V6(address))) => format!("[{address}]"),
        (None, Some(address)) => address.to_string(),
        (None, None) => "127.0.0.1".to_owned(),
    };
    let address = format!("http://{host}:{port}/");
    let with_pin = format!("{address}?pin={}", app.pin.shown());
    for line in qr::lines(&with_pin) {
        let line = ui.style().code(&line);
        ui.print(&format!("{line}\n"))?;
    }
    ui.print(&format!("\n{address}\nPIN {} (in the QR code; whoever logs needs it)\n", app.pin.shown()))?;
    ui.print(&format!("Log: {}\nCtrl-C ends it.\n", app.log.display()))?;
    if shown.is_none() {
        ui.note("this computer's address in the network is not known; find it, and say `--bind ADDRESS`.");
    }
    ui.finish()?;
    listen::serve(listener, Shared::new(app, args.name.clone()))?;
    Ok(Status::Found)
}

/// The address by which others in the network reach this computer: that of the way out. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}
