//! Copies of a card or a set, added up line by line.

/// Copies of something, and the lines they stand in.
#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    pub(super) count: u32,
    /// The most that one line has.
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
