//! The addresses of this computer at which phones reach it. A venue's Wi-Fi may have no way out, and a laptop
//! that is the hotspot itself has none, so that asking the system for the way out is not enough.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// How many addresses are offered: nobody tries more.
const MAX_OFFERED: usize = 4;

/// Names of interfaces that lead to programs on this computer, and of wireless ones.
const VIRTUAL: [&str; 8] = ["docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni"];
const WIRELESS: [&str; 3] = ["wl", "wifi", "ap"];

/// An address of a network interface that is up and reaches more than one other computer.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Interface {
    name: String,
    address: IpAddr,
    /// Whether something is connected.
    running: bool,
}

/// The addresses at which phones reach a server that listens at `to`, which is not one address; the most
/// likely one first.
pub(super) fn own_addresses(to: IpAddr) -> Vec<IpAddr> {
    offered(to, way_out(), &interfaces())
}

/// Chooses addresses: first that of the way out, unless it is a tunnel, in which there are no phones; then
/// private ones, wireless before others, and last those that lead to programs on this computer.
fn offered(to: IpAddr, way_out: Option<IpAddr>, interfaces: &[Interface]) -> Vec<IpAddr> {
    let any_runs = interfaces.iter().any(|i| i.running && is_served(to, i.address));
    let mut chosen: Vec<&Interface> = interfaces
        .iter()
        .filter(|i| is_served(to, i.address) && (i.running || !any_runs || Some(i.address) == way_out))
        .collect();
    let begins = |name: &str, with: &[&str]| with.iter().any(|begin| name.starts_with(begin));
    chosen.sort_by_key(|i| {
        let is_way_out = Some(i.address) == way_out;
        let rank = (begins(&i.name, &VIRTUAL), !is_private(i.address), !begins(&i.name, &WIRELESS));
        (!is_way_out, rank, i.address.is_ipv6())
    });
    let mut addresses: Vec<IpAddr> = chosen.into_iter().map(|i| i.address).collect();
    if addresses.is_empty() {
        addresses.extend(way_out.filter(|address| is_served(to, *address)));
    }
    addresses.truncate(MAX_OFFERED);
    addresses
}

/// Whether a server that listens at `to` is reached at an address, without naming the interface to use.
fn is_served(to: IpAddr, address: IpAddr) -> bool {
    let is_usable = !address.is_unspecified() && !address.is_loopback() && !address.is_multicast();
    let of_one_link = matches!(address, IpAddr::V6(v6) if v6.is_unicast_link_local());
    is_usable && !of_one_link && (to.is_ipv6() || address.is_ipv4())
}

/// Whether an address is one of a venue or a home, and not of the internet or of a network without a server
/// that gives addresses.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_private(),
        IpAddr::V6(v6) => v6.is_unique_local(),
    }
}

/// The address used for traffic to the internet, if there is a way. Nothing is sent.
fn way_out() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

#[cfg(unix)]
fn interfaces() -> Vec<Interface> {
    use nix::net::if_::InterfaceFlags;
    let is_open = |flags: InterfaceFlags| {
        flags.contains(InterfaceFlags::IFF_UP)
            && !flags.intersects(InterfaceFlags::IFF_LOOPBACK | InterfaceFlags::IFF_POINTOPOINT)
    };
    // Some systems do not tell everybody; then there is still the way out.
    let found = nix::ifaddrs::getifaddrs().into_iter().flatten();
    found
        .filter(|found| is_open(found.flags))
        .filter_map(|found| {
            let at = found.address?;
            let v4 = at.as_sockaddr_in().map(|at| IpAddr::V4(at.ip()));
            let address = v4.or_else(|| at.as_sockaddr_in6().map(|at| IpAddr::V6(at.ip())))?;
            let running = found.flags.contains(InterfaceFlags::IFF_RUNNING);
            Some(Interface { name: found.interface_name, address, running })
        })
        .collect()
}

#[cfg(not(unix))]
fn interfaces() -> Vec<Interface> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `wlan0 10.42.0.1`, with `-` before the name of an interface to which nothing is connected.
    fn interface(said: &str) -> Interface {
        let (name, address) = said.split_once(' ').expect("a name and an address");
        let plain = name.trim_start_matches('-');
        let address = address.parse().expect("an address");
        Interface { name: plain.to_owned(), address, running: plain == name }
    }

    #[test]
    fn phones_are_offered_where_they_may_come_in() {
        const ANY: &str = "0.0.0.0";
        for (to, way_out, interfaces, expected) in [
            (ANY, "", &[][..], &[][..]),
            // A system that does not list its interfaces.
            (ANY, "192.168.1.7", &[], &["192.168.1.7"]),
            // A hotspot without internet, also beside a bridge for programs on this computer.
            (ANY, "", &["wlan0 10.42.0.1"], &["10.42.0.1"]),
            (ANY, "", &["-docker0 172.17.0.1", "wlan0 10.42.0.1"], &["10.42.0.1"]),
            (ANY, "", &["docker0 172.17.0.1", "wlp2s0 10.42.0.1"], &["10.42.0.1", "172.17.0.1"]),
            // A way out by cable, and a hotspot beside it.
            (ANY, "10.0.0.9", &["wlan0 10.42.0.1", "eth0 10.0.0.9"], &["10.0.0.9", "10.42.0.1"]),
            // The way out is a tunnel.
            (ANY, "10.8.0.2", &["eth0 192.168.1.7"], &["192.168.1.7"]),
            // Addresses that nobody gave, or of the internet, come after private ones.
            (
                ANY,
                "",
                &["eth0 169.254.3.4", "eth1 8.8.4.4", "eth2 172.16.0.2"],
                &["172.16.0.2", "169.254.3.4", "8.8.4.4"],
            ),
            // The cable is not in; but where nothing runs, what is there is offered.
            (ANY, "", &["-eth0 192.168.1.7", "wlan0 10.42.0.1"], &["10.42.0.1"]),
            (ANY, "", &["-eth0 192.168.1.7"], &["192.168.1.7"]),
            // Not the other kind of address, nor one that needs the name of its interface.
            (ANY, "", &["lo 127.0.0.1", "wlan0 fd00::7", "wlan0 fe80::7"], &[]),
            ("::", "", &["wlan0 fe80::7", "wlan0 fd00::7", "wlan0 10.42.0.1"], &["10.42.0.1", "fd00::7"]),
        ] {
            let found: Vec<Interface> = interfaces.iter().map(|said| interface(said)).collect();
            let offered = offered(to.parse().expect("an address"), way_out.parse().ok(), &found);
            let offered: Vec<String> = offered.iter().map(IpAddr::to_string).collect();
            assert_eq!(offered, expected, "{to}, {way_out}: {interfaces:?}");
        }
    }

    #[test]
    fn nobody_is_offered_a_hundred_addresses() {
        let found: Vec<Interface> = (0..100).map(|n| interface(&format!("eth{n} 10.0.{n}.1"))).collect();
        assert_eq!(offered(Ipv4Addr::UNSPECIFIED.into(), None, &found).len(), MAX_OFFERED);
    }
}
