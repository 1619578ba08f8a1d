//! The notice that nothing held decides the question. It accompanies a merely related ruling wherever that is
//! displayed, printed, copied or pasted.

use super::style::{Style, safe};
use crate::search::{Answer, AnswerKind};

/// The notice above a ruling that is related to the question but does not decide it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// The notice, and where to look instead if known; one sentence each.
    pub lines: Vec<String>,
    /// How the ruling below is introduced.
    pub lead: &'static str,
}

impl Undecided {
    /// The notice above an answer's first ruling; `None` if the answer decides the question or is empty.
    pub(crate) fn of(answer: &Answer) -> Option<Self> {
        let lines = || std::iter::once("No ruling held decides this.".to_owned()).chain(beyond(answer));
        let is = answer.kind == AnswerKind::Nearest;
        is.then(|| Self { lines: lines().collect(), lead: "The nearest ruling:" })
    }

    /// The notice above a ruling other than the first.
    pub fn above_another(&self) -> Self {
        Self { lead: "A ruling near it:", ..self.clone() }
    }

    /// Formats it for the terminal.
    pub fn text(&self, style: &Style) -> String {
        let all = self.lines.iter().map(String::as_str).chain([self.lead]);
        let wrapped = all.flat_map(|line| style.wrap(&safe(line), "", "  "));
        let drawn: String = wrapped.map(|line| format!("{}\n", style.warning(&line))).collect();
        drawn + "\n"
    }

    /// Formats it as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let lines: String = self.lines.iter().map(|line| format!("**{}**\n\n", safe(line))).collect();
        format!("{lines}{}\n\n", self.lead)
    }
}

/// Where to look for a subject that no document held covers.
pub(crate) fn beyond(answer: &Answer) -> Option<String> {
    let beyond = answer.beyond.as_ref()?;
    Some(format!("{}: {} Look in: {}", beyond.subject, beyond.say, beyond.r#where))
}
