//! The variables by their activity, the most active first.

/// Scale all activities down when one is larger than this.
const LARGEST: f64 = 1e100;

/// How fast old activity loses weight.
const DECAY: f64 = 0.95;

/// A binary heap whose variables can rise.
pub(super) struct Heap {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<u32>,
    /// The place of each variable in the heap, or `ABSENT`.
    place: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Heap {
    /// A heap of all variables, in the order of their numbers.
    pub(super) fn new(variables: usize) -> Heap {
        let all: Vec<u32> = (0..variables as u32).collect();
        Heap { activity: vec![0.0; variables], increment: 1.0, heap: all.clone(), place: all }
    }

    /// Makes a variable more active.
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > LARGEST {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGEST);
            self.increment /= LARGEST;
        }
        if self.place[variable] != ABSENT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Makes later bumps count for more.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    /// Puts a variable back.
    pub(super) fn push(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Removes all variables.
    pub(super) fn clear(&mut self) {
        self.heap.drain(..).for_each(|variable| self.place[variable as usize] = ABSENT);
    }

    /// How active a variable is; about 1 for the one that was bumped last.
    pub(super) fn activity(&self, variable: usize) -> f64 {
        self.activity[variable] / self.increment
    }

    /// Removes the most active variable.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let last = self.heap.pop()?;
        let first = self.heap.first().copied();
        let Some(first) = first else {
            self.place[last as usize] = ABSENT;
            return Some(last as usize);
        };
        self.place[first as usize] = ABSENT;
        self.set(0, last);
        self.sink();
        Some(first as usize)
    }

    fn set(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    /// Whether one variable comes before the other: more active, or equally active and with a smaller number.
    fn is_before(&self, one: u32, other: u32) -> bool {
        let (left, right) = (self.activity[one as usize], self.activity[other as usize]);
        left > right || (left == right && one < other)
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.set(at, self.heap[parent]);
            at = parent;
        }
        self.set(at, variable);
    }

    fn sink(&mut self) {
        let (variable, mut at) = (self.heap[0], 0);
        while 2 * at + 1 < self.heap.len() {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let right_is_first =
                right < self.heap.len() && self.is_before(self.heap[right], self.heap[left]);
            let child = if right_is_first { right } else { left };
            if !self.is_before(self.heap[child], variable) {
                break;
            }
            self.set(at, self.heap[child]);
            at = child;
        }
        self.set(at, variable);
    }
}
