//! Networking: accepts connections within limits on number, size and time, and converts what they send into
//! requests.
//!
//! A single thread does all I/O, so that a slow phone does not block anyone; answers are computed on other
//! threads.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Response, StatusCode};
use hyper_util::rt::TokioTimer;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::answer::answer;
use super::app::App;
use super::guard::{Guard, SECONDS_PER_TRY, is_own_host};
use super::line::Line;
use super::reply::{HTML, Media, Reply, refused};
use super::reply_cache::{ReplyCache, is_cacheable};
use super::request::{self, Request};

/// Simultaneous connections: in total, and per client address.
const CONNECTIONS: usize = 512;
const MAX_CONNECTIONS_EACH: usize = 64;
/// The maximum size of a request's head, in bytes.
const HEAD: usize = 16 * 1024;
/// The maximum size of a body (a list or an upload), in bytes.
const BODY: usize = 512 * 1024;
/// How much of a larger body is read before the connection is closed, in bytes.
const MAX_DRAINED: usize = 8 * 1024 * 1024;
/// Time limits for a head, until the first byte of which a connection may also be idle, and for a body.
const HEAD_TIME: Duration = Duration::from_secs(10);
const BODY_TIME: Duration = Duration::from_secs(20);
/// Answers computed simultaneously: one per core, within these limits; and the number that may wait.
const MIN_CONCURRENT: usize = 2;
const MAX_CONCURRENT: usize = 8;
const WAITING: usize = 256;
/// The same for the log, separately, so that waiting for its file does not delay other answers.
const MAX_CONCURRENT_LOG: usize = 2;
const LOG_WAITING: usize = 64;

const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// The content security policy of a picture: nothing but its own style, by hash.
fn policy_of_picture(style: &str) -> String {
    format!("default-src 'none'; style-src '{style}'; frame-ancestors 'none'; base-uri 'none'")
}

/// How old a connection may become.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// Until then it is kept open after a reply. A later reply says that it is the last one, so that the
    /// client sends its next request on another connection, and none is lost.
    pub kept: Duration,
    /// How much later it ends whatever is under way: enough for one more request and its reply.
    pub grace: Duration,
}

impl Default for Lifetime {
    fn default() -> Self {
        Self { kept: Duration::from_secs(120), grace: Duration::from_secs(60) }
    }
}

/// State shared by all connections.
pub struct Shared {
    pub app: App,
    /// Names of this computer, in addition to its addresses.
    pub names: Vec<String>,
    pub guard: Guard,
    pub lifetime: Lifetime,
    replies: ReplyCache,
    work: Work,
    log: Work,
}

impl Shared {
    pub fn new(app: App, names: Vec<String>) -> Self {
        let (work, log) = (Work::new(WAITING, at_once()), Work::new(LOG_WAITING, MAX_CONCURRENT_LOG));
        let (guard, lifetime) = (Guard::default(), Lifetime::default());
        Self { app, names, guard, lifetime, replies: ReplyCache::default(), work, log }
    }
}

/// A limit on work in other threads: on tasks waiting, and on tasks running.
struct Work {
    waiting: Arc<Semaphore>,
    working: Arc<Semaphore>,
}

impl Work {
    fn new(waiting: usize, working: usize) -> Self {
        Self { waiting: Arc::new(Semaphore::new(waiting)), working: Arc::new(Semaphore::new(working)) }
    }

    /// Runs a task. The client may be gone before it is done, so the task itself holds its permits until it
    /// ends.
    async fn done<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let busy: Refusal = (503, "too many ask at once; ask again in a moment.");
        let place = Arc::clone(&self.waiting).try_acquire_owned().map_err(|_| busy)?;
        let turn = Arc::clone(&self.working).acquire_owned().await.map_err(|_| busy)?;
        let held = move || {
            let _held = (place, turn);
            work()
        };
        let done = tokio::task::spawn_blocking(held).await;
        done.map_err(|_| (500, "this is a mistake of the program itself, not yours; please report it."))
    }
}

fn at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(MIN_CONCURRENT, std::num::NonZero::get);
    cores.clamp(MIN_CONCURRENT, MAX_CONCURRENT)
}

/// Serves until the process ends.
///
/// # Errors
/// If the runtime cannot be started.
pub fn serve(listener: std::net::TcpListener, shared: Shared) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime =
        runtime.enable_io().enable_time().max_blocking_threads(at_once() + MAX_CONCURRENT_LOG).build()?;
    let shared = Arc::new(shared);
    runtime.block_on(async move { accept(TcpListener::from_std(listener)?, &shared).await })
}

async fn accept(listener: TcpListener, shared: &Arc<Shared>) -> std::io::Result<()> {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let counts: Arc<std::sync::Mutex<std::collections::BTreeMap<IpAddr, usize>>> = Arc::default();
    loop {
        let Ok((stream, address)) = listener.accept().await else {
            // Too many open files, or the client is gone; the next attempt may succeed.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        let who = address.ip().to_canonical();
        // If the server is full, close silently: a reply would need a connection.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let Some(counted) = Counted::of(&counts, who) else { continue };
        tokio::spawn(connection(stream, who, Arc::clone(shared), place, counted));
    }
}

type Counts = Arc<std::sync::Mutex<std::collections::BTreeMap<IpAddr, usize>>>;

/// A connection that counts towards its address's limit while it lasts.
struct Counted {
    counts: Counts,
    who: IpAddr,
}

impl Counted {
    fn of(counts: &Counts, who: IpAddr) -> Option<Self> {
        let mut all = counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let count = all.entry(who).or_insert(0);
        if *count >= MAX_CONNECTIONS_EACH {
            return None;
        }
        *count += 1;
        Some(Self { counts: Arc::clone(counts), who })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = self.counts.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.who);
            }
        }
    }
}

async fn connection(
    stream: TcpStream,
    who: IpAddr,
    shared: Arc<Shared>,
    _place: OwnedSemaphorePermit,
    _counted: Counted,
) {
    let _ = stream.set_nodelay(true);
    let (opened, lifetime) = (Instant::now(), shared.lifetime);
    let service = service_fn(move |incoming| {
        let shared = Arc::clone(&shared);
        async move {
            let mut response = respond(incoming, who, shared).await;
            if opened.elapsed() >= lifetime.kept {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(HEAD).half_close(false);
    let mut connection = builder.serve_connection(Line::of(stream), service);
    // Clients that do not read lose the connection after a while.
    if let Ok(Err(why)) = timeout(lifetime.kept + lifetime.grace, &mut connection).await {
        let parts = connection.into_parts();
        // An idle kept-alive connection is not a slow request.
        let slow = why.is_timeout() && !parts.read_buf.is_empty();
        // Hyper says nothing at all to a client that begins with the preface of HTTP/2.
        let status = if slow { Some(408) } else { why.is_parse().then_some(400) };
        parts.io.end(POLICY, status).await;
    }
}

async fn respond(
    incoming: hyper::Request<Incoming>,
    who: IpAddr,
    shared: Arc<Shared>,
) -> Response<Full<Bytes>> {
    let head_only = incoming.method() == Method::HEAD;
    let media = if incoming.uri().path().ends_with(".json") { Media::Json } else { Media::Page };
    let reply = match reply(incoming, who, &shared).await {
        Ok(reply) => reply,
        Err((status, text)) => refused(media, status, text),
    };
    let cookie =
        reply.trust.then(|| format!("pin={}; Path=/; HttpOnly; SameSite=Strict", shared.app.pin.shown()));
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let cache_control = cache_control(&reply);
    let mut response = Response::new(Full::new(if head_only { Bytes::new() } else { reply.body }));
    *response.status_mut() = status;
    if status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(SECONDS_PER_TRY));
    }
    let policy = reply.style.map_or_else(|| POLICY.to_owned(), |style| policy_of_picture(&style));
    for (name, value) in [
        (header::CONTENT_TYPE, reply.media_type),
        (header::CACHE_CONTROL, cache_control),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`, with which browsers would omit the origin of a submitted form.
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    add_headers(
        response.headers_mut(),
        [
            (header::CONTENT_SECURITY_POLICY, Some(policy)),
            (header::LOCATION, reply.location),
            (header::SET_COOKIE, cookie),
        ],
    );
    response
}

/// For how long a browser may keep a reply. A page is asked for anew each time, but shown as it was, with
/// what was typed into it, to whoever goes back to it.
fn cache_control(reply: &Reply) -> &'static str {
    if reply.fixed {
        "public, max-age=31536000, immutable"
    } else if reply.media_type == HTML && !reply.trust {
        "private, no-cache"
    } else {
        "no-store"
    }
}

/// Adds the headers that have a value. One that is not valid in HTTP is left out.
fn add_headers<const N: usize>(headers: &mut HeaderMap, given: [(HeaderName, Option<String>); N]) {
    for (name, value) in given {
        if let Some(value) = value.and_then(|v| HeaderValue::from_str(&v).ok()) {
            headers.insert(name, value);
        }
    }
}

type Refusal = (u16, &'static str);

async fn reply(
    incoming: hyper::Request<Incoming>,
    who: IpAddr,
    shared: &Arc<Shared>,
) -> Result<Reply, Refusal> {
    if !shared.guard.may_request(who) {
        return Err((429, "you ask too often; wait a moment."));
    }
    let sends = sends(&incoming, shared)?;
    let address = incoming.uri().path_and_query().map(ToString::to_string).unwrap_or_default();
    let mut request = Request {
        sends,
        path: request::decoded(incoming.uri().path().trim_start_matches('/')),
        query: request::fields(incoming.uri().query().unwrap_or_default()),
        ..Request::default()
    };
    let cookies = text(incoming.headers(), &header::COOKIE).unwrap_or_default();
    // The PIN matters nowhere else, and a phone with yesterday's PIN may still read.
    let is_log = matches!(request.path.as_str(), "log" | "log.json");
    if is_log {
        request.trusted = is_trusted(cookies, who, shared);
    }
    if sends {
        let kind = text(incoming.headers(), &header::CONTENT_TYPE).unwrap_or_default().to_owned();
        let body = sent(incoming.into_body()).await?;
        request.form = request::form(&kind, &body).map_err(|why| -> Refusal { (400, why) })?;
    }
    if !may_try_pins(&request, who, shared) {
        return Err((429, "too many wrong PINs; wait some seconds for each, and go back to what you typed."));
    }
    if is_log {
        let at = Arc::clone(shared);
        return shared.log.done(move || answer(&at.app, &request)).await;
    }
    let address = is_cacheable(&request).then_some(address);
    answered(request, address, shared).await
}

/// Whether the address has attempts left for the PINs of a request, in its address and in its form.
fn may_try_pins(request: &Request, who: IpAddr, shared: &Shared) -> bool {
    let pins = [request.query("pin").to_owned(), request.sent("pin")];
    let mut pins = pins.iter().filter(|pin| !pin.is_empty());
    pins.all(|pin| shared.guard.may_try(who, shared.app.pin.is(pin)))
}

/// Whether a request sends something, provided that it is meant for this computer and comes from its pages.
fn sends(incoming: &hyper::Request<Incoming>, shared: &Shared) -> Result<bool, Refusal> {
    let host = named(incoming).ok_or((400, "your request does not say plainly which computer it is for."))?;
    if !is_own_host(&host, &shared.names) {
        return Err((421, "this is not the program you asked for: its name is not one of this computer's."));
    }
    let sends = match *incoming.method() {
        Method::GET | Method::HEAD => false,
        Method::POST => true,
        _ => return Err((405, "only GET, HEAD and POST are answered.")),
    };
    let own = |origin: &str| origin.split_once("://").is_some_and(|(_, o)| o.eq_ignore_ascii_case(&host));
    if sends && text(incoming.headers(), &header::ORIGIN).is_some_and(|origin| !own(origin)) {
        return Err((403, "that was sent from another's page."));
    }
    Ok(sends)
}

/// Answers a request that is not about the log; from the cache, if its address always has the same reply.
async fn answered(request: Request, address: Option<String>, shared: &Arc<Shared>) -> Result<Reply, Refusal> {
    if let Some(reply) = address.as_ref().and_then(|address| shared.replies.get(address)) {
        return Ok(reply);
    }
    let at = Arc::clone(shared);
    let work = move || {
        let reply = answer(&at.app, &request);
        if let Some(address) = address {
            at.replies.insert(address, &reply);
        }
        reply
    };
    shared.work.done(work).await
}

/// The host a request is meant for, from its target and its header: empty if neither says, `None` if they
/// disagree.
fn named(incoming: &hyper::Request<Incoming>) -> Option<String> {
    let mut hosts = incoming.headers().get_all(header::HOST).iter();
    let host = hosts.next().map(HeaderValue::to_str).transpose().ok()?;
    if hosts.next().is_some() {
        return None;
    }
    match (incoming.uri().authority().map(hyper::http::uri::Authority::as_str), host) {
        (Some(address), Some(host)) if !address.eq_ignore_ascii_case(host) => None,
        (address, host) => Some(address.or(host).unwrap_or_default().to_owned()),
    }
}

/// Whether the cookies contain the PIN. A wrong one counts as an attempt, since the log's page reveals
/// whether it was right.
fn is_trusted(cookies: &str, who: IpAddr, shared: &Shared) -> bool {
    let shown = |pin: &str| {
        let right = shared.app.pin.is(pin);
        shared.guard.may_try(who, right) && right
    };
    request::cookie(cookies, "pin").is_some_and(shown)
}

/// Reads the body. If it is too large it is still read, up to a limit, so that the client receives the
/// refusal.
async fn sent(mut body: Incoming) -> Result<Vec<u8>, Refusal> {
    let reading = async {
        let (mut bytes, mut read) = (Vec::new(), 0);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| -> Refusal { (400, "what you sent was broken off.") })?;
            let Some(data) = frame.data_ref() else { continue };
            read += data.len();
            if read <= BODY {
                bytes.extend_from_slice(data);
            } else if read > MAX_DRAINED {
                break;
            }
        }
        if read > BODY { Err((413, "that is too large: half a megabyte is read.")) } else { Ok(bytes) }
    };
    timeout(BODY_TIME, reading).await.unwrap_or(Err((408, "what you send takes too long.")))
}

fn text<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that connects and disconnects over and over cannot start more work than there are permits.
    #[test]
    fn work_keeps_its_places_when_the_client_is_gone() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let work = Work::new(3, 2);
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let ended = Arc::new(std::sync::Mutex::new(ended));
        runtime.block_on(async {
            for _ in 0..10 {
                let ended = Arc::clone(&ended);
                let incoming = work.done(move || ended.lock().map(|ended| ended.recv().is_ok()).is_ok());
                let _ = timeout(Duration::from_millis(1), incoming).await;
            }
            assert_eq!(work.working.available_permits(), 0, "the work goes on");
            assert_eq!(work.waiting.available_permits(), 1, "two work, and nobody waits any more");
        });
        drop(end);
        drop(runtime);
        assert_eq!((work.waiting.available_permits(), work.working.available_permits()), (3, 2));
    }
}
