//! That nothing held decides what was asked: said above whatever is near, wherever that is shown, printed,
//! copied or pasted.

use super::style::{Style, safe};
use crate::search::{Answer, AnswerKind};

/// What is said above a ruling that is near what was asked and does not decide it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// That it is so, and where to look if that is known; a sentence each.
    pub lines: Vec<String>,
    /// What the ruling below is.
    pub lead: &'static str,
}

impl Undecided {
    /// Above the first ruling of an answer; nothing where the answer decides, or is none.
    pub(crate) fn of(answer: &Answer) -> Option<Self> {
        let lines = || std::iter::once("No ruling held decides this.".to_owned()).chain(beyond(answer));
        let is = answer.kind == AnswerKind::Nearest;
        is.then(|| Self { lines: lines().collect(), lead: "The nearest ruling:" })
    }

    /// The same above another ruling than the first.
    pub fn above_another(&self) -> Self {
        Self { lead: "A ruling near it:", ..self.clone() }
    }

    /// For the terminal.
    pub fn text(&self, style: &Style) -> String {
        let all = self.lines.iter().map(String::as_str).chain([self.lead]);
        let wrapped = all.flat_map(|line| style.wrap(&safe(line), "", "  "));
        let drawn: String = wrapped.map(|line| format!("{}\n", style.warning(&line))).collect();
        drawn + "\n"
    }

    /// For pasting.
    pub(crate) fn markdown(&self) -> String {
        let lines: String = self.lines.iter().map(|line| format!("**{}**\n\n", safe(line))).collect();
        format!("{lines}{}\n\n", self.lead)
    }
}

/// Where to look for what no document held treats.
pub(crate) fn beyond(answer: &Answer) -> Option<String> {
    let beyond = answer.beyond.as_ref()?;
    Some(format!("{}: {} Look in: {}", beyond.subject, beyond.say, beyond.r#where))
}
