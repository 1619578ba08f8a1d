//! What is asked in a part of a document, and what stands among it and is not.

use super::block::{self, Block, Shape};
use super::draft::{Draft, Id};
use super::names;
use super::numbers::{self, Speaker};
use super::sections::Section;
use crate::corpus::ruling::TitleBy;
use crate::corpus::{Game, Kind};

/// Fewer headings without a question below them may have lost theirs.
const MIN_STATING: usize = 3;

/// Whether most headings of a part have no question below them.
pub(super) fn mostly_states(blocks: &[Block]) -> bool {
    let (mut all, mut stating) = (0, 0);
    for below in blocks.split(|b| b.shape == Shape::Heading).skip(1).filter(|below| !below.is_empty()) {
        all += 1;
        stating +=
            usize::from(!below.iter().any(|b| b.text.contains('?') || numbers::is_marked_question(&b.text)));
    }
    stating >= MIN_STATING && stating * 2 > all
}

/// The draft of what is asked in a part of a document.
pub(super) fn draft(section: &Section, blocks: &[Block], game: Game) -> Draft {
    let question = block::join(blocks);
    let (prefix, source) = match game {
        Game::Lcg => ("faq.", "FAQ".to_owned()),
        Game::Tcg if section.title.is_empty() => ("qa.", "FAQ".to_owned()),
        Game::Tcg => ("qa.", format!("{},", section.title)),
    };
    let line = blocks.first().map_or_else(|| section.line(), |first| first.line);
    let mut draft = Draft::new(Id::Named(prefix, names::slug(&question, 4)), Kind::Faq, "", line);
    draft.title_by = TitleBy::Editor;
    draft.place = Some(format!("{source} {}", names::quoted_start(&question)));
    draft.section = vec![section.title.clone()];
    draft.question = Some(question);
    draft
}

/// What a ruling is filed as that is neither an erratum nor a question.
pub(super) fn general_kind(game: Game) -> Kind {
    if game == Game::Lcg { Kind::Clarification } else { Kind::Ruling }
}

/// The maximum number of consecutive headings above a question.
const MAX_HEADINGS: usize = 8;

/// Whether, in a part with `Q:` and `A:`, the first block is a heading for the questions below: a card with
/// its number, or a few words on their own.
pub(super) fn head_questions(blocks: &[Block]) -> bool {
    let is_heading = |b: &&Block| {
        let few =
            !b.tight && b.text.split_whitespace().count() <= 8 && b.text.starts_with(char::is_uppercase);
        let words = b.shape == Shape::Paragraph && few && !block::ends_sentence(&b.text) || is_label(b);
        // `**It may not.**` goes on with an answer in bold.
        let said = b.shape == Shape::Caption && block::without_closing(&b.text).ends_with('.');
        numbers::speaker(&b.text).is_none() && (b.is_heading() && !said || words)
    };
    let above = blocks.iter().take(MAX_HEADINGS).take_while(is_heading).count();
    let asks = |b: &Block| numbers::speaker(&b.text).is_some_and(|(who, _)| who == Speaker::Question);
    above > 0 && blocks.get(above).is_some_and(asks)
}

/// The maximum number of words in a label.
const MAX_LABEL_WORDS: usize = 5;

/// Whether a block says whose questions stand below it, `Questions to the Office:`.
pub(super) fn is_label(block: &Block) -> bool {
    let label = block.text.strip_suffix(':').filter(|_| block.shape == Shape::Paragraph && !block.tight);
    label.is_some_and(|label| {
        block::in_title_case(label)
            && label.split(' ').count() <= MAX_LABEL_WORDS
            && numbers::speaker(&block.text).is_none()
    })
}
