//! At which addresses it can be reached, and what its link is made of.

use super::{Client, begun};
use crate::common::constructor::Constructor;
use crate::common::desk::Desk;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::time::Duration;

/// Returns the address of this computer in its network, if it is in one. Nothing is sent for that: the system only chooses the
/// address that it would send from.
fn in_the_network() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[test]
fn only_the_loopback_addresses_answer() {
    let constructor = Constructor::start("5x5");
    let port = constructor.port();
    let mut hosts = vec![format!("127.0.0.1:{port}")];
    // Not every machine has the other one.
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok() {
        hosts.push(format!("[::1]:{port}"));
    }
    for host in hosts {
        assert_eq!(Client::at(host.clone(), &constructor).get("/api/files").status, 200, "{host}");
    }
    let others = [Some(Ipv4Addr::new(127, 0, 0, 2).into()), in_the_network()];
    for address in others.into_iter().flatten() {
        let other = SocketAddr::new(address, port);
        assert!(TcpStream::connect_timeout(&other, Duration::from_secs(10)).is_err(), "{other} answers");
    }
}

#[test]
fn nobody_can_guess_the_token() {
    let tokens = [(); 2].map(|()| Client::new(&Constructor::start("5x5")).token);
    for token in &tokens {
        // 128 bits.
        assert!(token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
    }
    assert_ne!(tokens[0], tokens[1]);
}

#[test]
fn whoever_lets_other_computers_in_is_warned() {
    let desk = Desk::new();
    assert_eq!(begun(&desk, &["--listen", "127.0.0.1"]), (None, String::new()));
    // A machine without a network cannot let anybody in.
    if let Some(address) = in_the_network() {
        let (code, said) = begun(&desk, &["--listen", &address.to_string()]);
        assert!(code.is_none() && said.starts_with("warning: other computers can reach this"), "{said}");
    }
}
