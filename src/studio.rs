//! The page of `cnfetti studio`, and the server behind it.
//!
//! The page asks questions about a puzzle, and each question is a command of this program with its
//! `--json`: it runs as a process of its own, so that a question can be limited in time and memory
//! and ended at once, and so that the page gets the very objects that others get. What follows from
//! a puzzle is therefore said in one place only, and nothing of it is here.

mod connections;
mod file;
mod guard;
mod page;
mod question;
mod respond;
mod run;
mod site;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;

use connections::{Connections, Open};
pub(crate) use file::NamedFile;
use guard::Guard;
pub(crate) use site::{single, site};

/// The default port of the page. Browsers store a page's data by its port, so it
/// should be the same one each time.
pub(crate) const DEFAULT_PORT: u16 = 7411;

/// How many questions that search are worked on at a time. The others wait.
const AT_A_TIME: usize = 3;

/// How long a browser may take to send the head of a request, and stay connected without one.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// How often it is looked whether to end.
const TICK: Duration = Duration::from_millis(50);

/// The state of the studio.
pub(crate) struct Options {
    /// This program, which answers the questions.
    pub program: PathBuf,
    /// The file that the page shows and may save.
    pub file: Option<NamedFile>,
    /// The port, 0 for any that is free; without one [`DEFAULT_PORT`], or when that is taken any.
    pub port: Option<u16>,
    /// End when nothing was asked for this long.
    pub idle: Option<Duration>,
    /// Where the page is that is there for everybody, which links lead to.
    pub site: Option<String>,
}

/// A studio that can be reached, on this machine only.
pub(crate) struct Studio {
    listener: TcpListener,
    idle: Option<Duration>,
    shared: Arc<Shared>,
}

/// The state that all requests share.
struct Shared {
    program: PathBuf,
    file: Option<NamedFile>,
    /// The folder of the file, whose kinds a puzzle can name.
    folder: Option<PathBuf>,
    site: Option<String>,
    guard: Guard,
    searches: Semaphore,
    activity: Activity,
    connections: Arc<Connections>,
}

impl Studio {
    /// Takes the port. Nothing is answered before [`Studio::serve`].
    ///
    /// # Errors
    /// The port is taken, or the system has no random numbers for the token.
    pub(crate) fn open(options: Options) -> io::Result<Studio> {
        let listener = match options.port {
            Some(port) => bind(port)?,
            None => bind(DEFAULT_PORT).or_else(|_| bind(0))?,
        };
        listener.set_nonblocking(true)?;
        let shared = Shared {
            program: options.program,
            folder: options.file.as_ref().map(NamedFile::folder),
            file: options.file,
            site: options.site,
            guard: Guard::new(listener.local_addr()?.port())?,
            searches: Semaphore::new(AT_A_TIME),
            activity: Activity::default(),
            connections: Arc::default(),
        };
        Ok(Studio { listener, idle: options.idle, shared: Arc::new(shared) })
    }

    /// The port that it has.
    pub(crate) fn port(&self) -> u16 {
        self.shared.guard.port()
    }

    /// The address of the page. Whoever knows it may ask.
    pub(crate) fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// Answers until told to stop, or until nobody has asked for as long as the options say.
    ///
    /// # Errors
    /// The system has no room for the threads and sockets that it takes.
    pub(crate) fn serve(self, stop: &AtomicBool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            let is_over = || {
                let idle = self.idle.is_some_and(|idle| self.shared.activity.ceased_for(idle));
                idle || stop.load(Ordering::Relaxed)
            };
            let connections = &self.shared.connections;
            let mut ids = 0..;
            while !is_over() {
                match tokio::time::timeout(TICK, listener.accept()).await {
                    Ok(Ok((stream, _))) if connections.make_room().await => {
                        let id = ids.next().unwrap_or_default();
                        let (shared, open) = (Arc::clone(&self.shared), connections.open(id));
                        let task = tokio::spawn(converse(stream, shared, open));
                        connections.meet(id, task.abort_handle());
                    }
                    Ok(Ok(_)) => {}
                    // There may be no descriptor left: the next connection waits for one.
                    Ok(Err(_)) => tokio::time::sleep(TICK).await,
                    Err(_) => {}
                }
            }
            Ok(())
        })
    }
}

fn bind(port: u16) -> io::Result<TcpListener> {
    TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
}

/// Answers all requests of a connection. When the browser hangs up the answer it waited for is
/// dropped, and with it the process that worked on it.
async fn converse(stream: tokio::net::TcpStream, shared: Arc<Shared>, open: Open) {
    let (shared, open) = (&shared, &open);
    let service = service_fn(|request| async move {
        let _working = shared.activity.begin();
        Ok::<_, std::convert::Infallible>(respond::respond(shared, open, request).await)
    });
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(1 << 16);
    // A connection that breaks off concerns nobody but the browser.
    let _ = server.serve_connection(TokioIo::new(stream), service).await;
}

/// When something was last asked.
struct Activity {
    working: AtomicUsize,
    last: Mutex<Instant>,
}

impl Default for Activity {
    fn default() -> Activity {
        Activity { working: AtomicUsize::new(0), last: Mutex::new(Instant::now()) }
    }
}

impl Activity {
    fn begin(&self) -> Working<'_> {
        self.working.fetch_add(1, Ordering::Relaxed);
        Working(self)
    }

    fn ceased_for(&self, time: Duration) -> bool {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        self.working.load(Ordering::Relaxed) == 0 && last.elapsed() >= time
    }
}

/// A request that is being answered.
struct Working<'a>(&'a Activity);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.0.working.fetch_sub(1, Ordering::Relaxed);
    }
}
