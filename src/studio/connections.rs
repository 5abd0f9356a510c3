//! The connections of the server. Those that have shown the token may stay. The others have to make room, the oldest first,
//! so that no other program on this machine can block the page.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::AbortHandle;

/// A browser has some six connections at a time, and each may wait for a process with three pipes.
const MOST: usize = 128;

/// The part of the files that the system lets this program open for which connections are taken.
const SHARE: u64 = 8;

/// How long each takes for which another one has to go.
const PAUSE: Duration = Duration::from_millis(1);

/// The connections of a studio.
pub(super) struct Connections {
    most: usize,
    /// All that are open.
    number: AtomicUsize,
    /// Those that have not shown the token yet, by their numbers, and how to end them.
    strangers: Mutex<VecDeque<(usize, AbortHandle)>>,
}

impl Default for Connections {
    fn default() -> Connections {
        let most =
            most_files().map_or(MOST, |files| (files / SHARE).clamp(8, MOST as u64) as usize);
        Connections { most, number: AtomicUsize::new(0), strangers: Mutex::default() }
    }
}

/// A connection, open while this lives.
pub(super) struct Open {
    connections: Arc<Connections>,
    id: usize,
}

impl Connections {
    /// Counts one more.
    pub(super) fn open(self: &Arc<Connections>, id: usize) -> Open {
        self.number.fetch_add(1, Ordering::Relaxed);
        Open { connections: Arc::clone(self), id }
    }

    /// Makes room for one more, unless all that are open have shown the token.
    pub(super) async fn make_room(&self) -> bool {
        while self.number.load(Ordering::Relaxed) >= self.most {
            let Some((_, oldest)) = self.strangers().pop_front() else { return false };
            oldest.abort();
            // Others are heard meanwhile, however fast strangers come.
            tokio::time::sleep(PAUSE).await;
        }
        true
    }

    /// Says which task serves a connection of which nothing is known yet.
    pub(super) fn meet(&self, id: usize, task: AbortHandle) {
        self.strangers().push_back((id, task));
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<(usize, AbortHandle)>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// The connection has shown the token.
    pub(super) fn trust(&self) {
        self.connections.strangers().retain(|&(id, _)| id != self.id);
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.connections.number.fetch_sub(1, Ordering::Relaxed);
        self.trust();
    }
}

/// How many files the system lets this program open.
#[cfg(unix)]
fn most_files() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

#[cfg(not(unix))]
fn most_files() -> Option<u64> {
    None
}
