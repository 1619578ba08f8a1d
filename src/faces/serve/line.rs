//! A connection as hyper sees it. If a request is malformed (a head that cannot be parsed, is too long or
//! never ends), hyper refuses it without a word. This module replaces that by a sentence.

use std::io;
use std::net::Shutdown;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::reply::{Media, Reply, refused};

/// How long to spend on the refusal, and how much input to read meanwhile: closing a connection with unread
/// input would discard what was sent.
const REFUSAL_TIME: Duration = Duration::from_secs(2);
const MAX_DRAINED: usize = 8 * 1024 * 1024;

/// A connection, and the status with which hyper refused a request on it.
pub(super) struct Line {
    stream: TokioIo<TcpStream>,
    refused: Option<u16>,
}

impl Line {
    pub(super) fn of(stream: TcpStream) -> Self {
        Self { stream: TokioIo::new(stream), refused: None }
    }

    /// Sends a sentence if hyper refused a request, or ended the connection silently because of one; then
    /// `status` is the reason.
    pub(super) async fn end(self, policy: &str, status: Option<u16>) {
        let Some(status) = self.refused.or(status) else { return };
        let text = match status {
            408 => "your request takes too long to arrive.",
            414 | 431 => "the head of your request is too long: 16 kilobytes and 100 lines are read.",
            _ => "this is no request that can be read.",
        };
        // There is nobody left to report an error to.
        let _ = timeout(
            REFUSAL_TIME,
            send(self.stream.into_inner(), &reply(&refused(Media::Page, status, text), policy)),
        )
        .await;
    }
}

/// Formats a reply as HTTP, in the absence of hyper.
fn reply(reply: &Reply, policy: &str) -> Vec<u8> {
    let status = hyper::StatusCode::from_u16(reply.status).unwrap_or(hyper::StatusCode::BAD_REQUEST);
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {}\r\ncontent-length: {}\r\nconnection: close\r\ncache-control: no-store\r\n\
         x-content-type-options: nosniff\r\ncontent-security-policy: {policy}\r\n\r\n",
        reply.media_type,
        reply.body.len()
    );
    [head.as_bytes(), &reply.body].concat()
}

async fn send(stream: TcpStream, mut reply: &[u8]) -> io::Result<()> {
    while !reply.is_empty() {
        stream.writable().await?;
        match stream.try_write(reply) {
            Ok(written) => reply = &reply[written..],
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Err(why) => return Err(why),
        }
    }
    let stream = stream.into_std()?;
    stream.shutdown(Shutdown::Write)?;
    let stream = TcpStream::from_std(stream)?;
    let (mut bytes, mut read) = ([0; 4096], 0);
    while read < MAX_DRAINED {
        stream.readable().await?;
        match stream.try_read(&mut bytes) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Err(why) => return Err(why),
        }
    }
    Ok(())
}

/// Finds hyper's own refusal at the end of the output, with its status: a head without the policy that all
/// our replies contain. None of our bodies ends like a head.
fn wordless(written: &[u8]) -> Option<(usize, u16)> {
    let end = written.strip_suffix(b"\r\n\r\n")?;
    let is_status = |part: &[u8]| part == b"HTTP/1.1 " || part == b"HTTP/1.0 ";
    let begin = end.windows(9).rposition(is_status)?;
    let head = std::str::from_utf8(&end[begin..]).ok()?;
    let is_alone = !head.contains("\r\n\r\n") && head.contains("content-length: 0");
    let status = head.get(9..12)?.parse().ok().filter(|status| (400..500).contains(status))?;
    (is_alone && !head.contains("content-security-policy")).then_some((begin, status))
}

impl Read for Line {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, into)
    }
}

impl Write for Line {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let before = match wordless(bytes) {
            Some((0, status)) => {
                this.refused = Some(status);
                return Poll::Ready(Ok(bytes.len()));
            }
            Some((begin, _)) => &bytes[..begin],
            None => bytes,
        };
        Pin::new(&mut this.stream).poll_write(context, before)
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        match this.refused {
            // Keep it open: the refusal is still to be sent.
            Some(_) => Poll::Ready(Ok(())),
            None => Pin::new(&mut this.stream).poll_shutdown(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_hyper_says_by_itself_is_wordless() {
        let own = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: today\r\n\r\n";
        assert_eq!(wordless(own), Some((0, 400)));
        // After a request in HTTP/1.0, hyper answers in HTTP/1.0.
        let older = b"HTTP/1.0 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(wordless(older), Some((0, 431)));
        let behind =
            [&b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\ncontent-security-policy: x\r\n\r\nbody"[..], own]
                .concat();
        assert_eq!(wordless(&behind), Some((behind.len() - own.len(), 400)));
        for ours in [
            &b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\ncontent-security-policy: x\r\n\r\n"[..],
            b"HTTP/1.1 100 Continue\r\n\r\n",
            b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nand a body",
            b"\r\n\r\n",
            b"",
        ] {
            assert_eq!(wordless(ours), None, "{}", String::from_utf8_lossy(ours));
        }
    }
}
