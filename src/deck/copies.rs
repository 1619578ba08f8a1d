//! Copies of a card or set, summed over lines.

/// The number of copies, and the lines they are on.
#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    pub(super) count: u32,
    /// The most copies on a single line.
    pub(super) greatest: u32,
    pub(super) lines: Vec<usize>,
}

impl Copies {
    pub(super) fn add(&mut self, count: u32, line: usize) {
        self.count = self.count.saturating_add(count);
        self.greatest = self.greatest.max(count);
        self.lines.push(line);
    }
}
