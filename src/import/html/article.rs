//! Finds the article of a page, and says why what is outside it stands there.

use super::{MAX_DEPTH, MENUS, MIN_SENTENCE_WORDS, Page};
use crate::import::block::{ends_sentence, without_emphasis};
use crate::import::found::Found;
use crate::import::leftover::WhyLeft;

impl Page {
    /// The `<article>` elements, if there are several.
    pub(super) fn articles(&self) -> Vec<usize> {
        let is_own = |n: &usize| {
            let node = &self.nodes[*n];
            let inner = *n != 0 && self.above(node.parent, &["article"]).is_some();
            node.name == "article" && node.letters > 0 && !inner
        };
        let all: Vec<usize> = (0..self.nodes.len()).filter(is_own).collect();
        if all.len() > 1 { all } else { Vec::new() }
    }

    /// The index of the element, among these in page order, that contains a node.
    pub(super) fn inside_one(&self, node: usize, all: &[usize]) -> Option<usize> {
        let up = |at: &usize| (*at != 0).then(|| self.nodes[*at].parent);
        std::iter::successors(Some(node), up).take(MAX_DEPTH + 1).find(|at| all.binary_search(at).is_ok())
    }

    /// The innermost common ancestor of two nodes.
    pub(super) fn common(&self, a: usize, b: usize) -> usize {
        let mut at = a;
        while at != 0 && !self.inside(b, at) {
            at = self.nodes[at].parent;
        }
        at
    }

    /// The innermost ancestor with one of these names.
    pub(super) fn above(&self, node: usize, names: &[&str]) -> Option<usize> {
        let mut at = node;
        for _ in 0..=MAX_DEPTH {
            if names.contains(&self.nodes[at].name.as_str()) {
                return Some(at);
            }
            if at == 0 {
                return None;
            }
            at = self.nodes[at].parent;
        }
        None
    }

    /// Whether a node is in a menu, header or footer within the article.
    pub(super) fn is_menu(&self, node: usize, article: usize) -> bool {
        self.above(node, &MENUS).is_some_and(|menu| menu != article && self.inside(menu, article))
    }

    /// Classifies text outside the article: the page's title, a menu, or sentences that may be rulings.
    pub(super) fn why_outside(&self, found: &Found) -> WhyLeft {
        let plain = without_emphasis(&found.block.text);
        let rights = plain.contains(['©', 'Ⓒ', '®', '™']) || plain.to_lowercase().contains("rights reserved");
        let said = ends_sentence(&plain) && plain.split_whitespace().count() >= MIN_SENTENCE_WORDS;
        if found.title || !found.link && self.above(found.node, &["header"]).is_some() {
            WhyLeft::PageTitle
        } else if said && !rights && !found.link && self.above(found.node, &MENUS).is_none() {
            WhyLeft::BesideArticle
        } else {
            WhyLeft::OutsideArticle
        }
    }

    /// The innermost element that contains nearly all of the page's running text.
    pub(super) fn article(&self) -> usize {
        let whole = self.nodes.first().map_or(0, |n| n.letters);
        (0..self.nodes.len())
            .rev()
            .filter(|n| self.nodes[*n].letters * 10 >= whole * 7)
            .max_by_key(|n| self.depth(*n))
            .unwrap_or(0)
    }

    pub(super) fn depth(&self, node: usize) -> usize {
        let mut at = node;
        (0..=MAX_DEPTH)
            .take_while(|_| {
                let inside = at != 0;
                at = self.nodes[at].parent;
                inside
            })
            .count()
    }

    pub(super) fn inside(&self, node: usize, article: usize) -> bool {
        let mut at = node;
        for _ in 0..=MAX_DEPTH {
            if at == article {
                return true;
            }
            if at == 0 {
                return false;
            }
            at = self.nodes[at].parent;
        }
        false
    }
}
