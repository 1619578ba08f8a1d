//! A replay as a single self-contained SVG picture that can be printed in black and white. It includes the
//! texts that the steps cite, since a picture may be passed on without the page around it.

use std::fmt::Write;

use super::Notices;
use super::html::{CitedText, anchor};
use super::tree::{MAX_BOX_DEPTH, Node, Players, canceled, failures, spoken, title, tree, verdict};
use crate::engine::scenario::{Played, StepOut};
use crate::render::Style;
use crate::render::base64::policy_hash;
use crate::render::replay;
use crate::render::style::safe;

/// Width of the picture and its margin, in user units.
const WIDTH: usize = 860;
const EDGE: usize = 16;
/// The left edge of the outermost boxes, to the right of the step numbers.
const NUMBERS: usize = 52;
/// How far each nested box is inset on either side.
const INDENT: usize = 20;
const INSET: usize = 4;
/// The width of the column with citations.
const BASIS: usize = 236;
/// Line height, and the gap between steps.
const LINE: usize = 19;
const GAP: usize = 8;
/// Average width per character, times ten: of steps, and of citations.
const CHARACTER: usize = 78;
const SMALL: usize = 68;

const STYLE: &str = "svg{color:#111;background:#fff;font:14px sans-serif}\
text{fill:currentColor}.n,.b{font-size:12px}.h{font-size:16px;font-weight:bold}.l{font-size:12px;font-weight:bold}.c{font-weight:bold}.o{font-style:italic}\
.x{text-decoration:line-through}a{color:#0a4d9c}a text{text-decoration:underline}.w rect{stroke:none}.w:target rect{stroke:currentColor}rect{fill:none;stroke:currentColor;stroke-width:1.5}\
.p0{color:#0a4d9c}.p1{color:#9c3d00}.p2,.nobody{color:#555}.p1 rect{stroke-dasharray:7 3}.p2 rect{stroke-dasharray:2 3}\
@media (prefers-color-scheme:dark){svg{color:#eee;background:#141414}.p0,a{color:#8cc2ff}.p1{color:#ffb37a}.p2,.nobody{color:#bbb}}\
@media print{svg,a,.p0,.p1,.p2,.nobody{color:#000;background:none}}";

/// The hash of the style that every picture contains, for a content security policy.
pub fn style_hash() -> String {
    policy_hash(STYLE)
}

/// The picture of one scenario or variation. Citations link to their texts below the steps. Notices about
/// documents of the day that are not held come first.
pub fn svg(played: &Played, notices: &Notices, words: &[CitedText]) -> String {
    let players = Players::of(played);
    let mut drawing = Drawing { body: String::new(), y: EDGE + LINE, players: &players, words };
    drawing.head(played, &notices.not_held);
    let nodes = tree(&played.steps);
    drawing.nodes(&nodes, 0);
    drawing.tail(played);
    drawing.words();
    drawing.newer(&notices.newer);
    let height = drawing.y + EDGE;
    let narrated: Vec<String> = played.steps.iter().map(|step| spoken(step, &players)).collect();
    let before: String = notices.not_held.iter().map(|sentence| format!("{sentence} ")).collect();
    let after: String = notices.newer.iter().map(|sentence| format!(" {sentence}")).collect();
    let described = format!("{before}{}. {}{after}", verdict(played), narrated.join(" "));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
         role=\"graphics-document document\" aria-labelledby=\"title desc\">\n<title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n\
         <style>{STYLE}</style>\n",
        escape(&title(played)),
        escape(&described)
    );
    out += &drawing.body;
    out + "</svg>\n"
}

/// Escapes XML.
fn escape(text: &str) -> String {
    let allowed: String = safe(text).chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    allowed.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

struct Drawing<'d> {
    body: String,
    /// The baseline of the next line.
    y: usize,
    players: &'d Players<'d>,
    words: &'d [CitedText],
}

impl Drawing<'_> {
    fn line(&mut self, x: usize, class: &str, text: &str) {
        let _ =
            writeln!(self.body, "<text x=\"{x}\" y=\"{}\" class=\"{class}\">{}</text>", self.y, escape(text));
        self.y += LINE;
    }

    fn head(&mut self, played: &Played, not_held: &[String]) {
        let wide = Style::plain((WIDTH - 2 * EDGE) * 10 / CHARACTER);
        for line in not_held.iter().flat_map(|sentence| wide.wrap(&safe(sentence), "", "  ")) {
            self.line(EDGE, "l", &line);
        }
        self.line(EDGE, "h", &format!("{}  {}", verdict(played), played.name));
        for line in wide.wrap(&safe(&played.title), "", "") {
            self.line(EDGE, "t", &line);
        }
        for line in failures(played).iter().flat_map(|f| wide.wrap(&safe(f), "", "  ")) {
            self.line(EDGE, "t", &line);
        }
        for line in replay::as_of(played).iter().flat_map(|day| wide.wrap(&safe(day), "", "  ")) {
            self.line(EDGE, "t", &line);
        }
        let mut x = EDGE;
        for (class, letter, name) in self.players.legend() {
            let top = self.y - 14;
            let _ = write!(self.body, "<g class=\"{class}\">");
            let _ = write!(self.body, "<rect x=\"{x}\" y=\"{top}\" width=\"18\" height=\"18\" rx=\"3\"/>");
            let _ = write!(
                self.body,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" class=\"l\">{}</text>",
                x + 9,
                self.y,
                escape(letter)
            );
            let _ =
                writeln!(self.body, "<text x=\"{}\" y=\"{}\">{}</text></g>", x + 24, self.y, escape(name));
            x += 48 + name.chars().count() * 10;
        }
        self.y += LINE + GAP;
    }

    fn nodes(&mut self, nodes: &[Node<'_>], depth: usize) {
        for node in nodes {
            match node {
                Node::Step(step) => self.step(step),
                Node::Nested(inner) => self.nested(node, inner, depth + 1),
            }
        }
    }

    fn nested(&mut self, node: &Node<'_>, inner: &[Node<'_>], depth: usize) {
        let top = self.y - 16;
        self.y += 4;
        let outer = std::mem::take(&mut self.body);
        self.nodes(inner, depth);
        let drawn = std::mem::replace(&mut self.body, outer);
        let left = left(depth);
        let width = WIDTH - EDGE - depth * INSET - left;
        let class = self.players.class(node.first().and_then(|s| s.actor.as_deref()));
        let height = self.y - 20 - top;
        let _ = writeln!(
            self.body,
            "<g class=\"{class}\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/></g>"
        );
        self.body += &drawn;
        self.y += 4;
    }

    fn step(&mut self, step: &StepOut) {
        let depth = step.depth.min(MAX_BOX_DEPTH);
        let x = left(depth) + 8;
        let text = x + 26;
        let basis = WIDTH - EDGE - BASIS;
        let columns = Style::plain((basis - text - 8) * 10 / CHARACTER);
        let first = self.y;
        let _ = writeln!(
            self.body,
            "<text x=\"40\" y=\"{first}\" text-anchor=\"end\" class=\"n\">{}</text>",
            step.n
        );
        if let Some((_, letter)) = self.players.mark(step.actor.as_deref()) {
            let class = self.players.class(step.actor.as_deref());
            let (left, top, middle) = (x, first - 14, x + 9);
            let _ = writeln!(
                self.body,
                "<g class=\"{class}\"><rect x=\"{left}\" y=\"{top}\" width=\"18\" height=\"18\" rx=\"3\"/>\
                 <text x=\"{middle}\" y=\"{first}\" text-anchor=\"middle\" class=\"l\">{}</text></g>",
                escape(letter)
            );
        }
        let struck = if step.canceled_by.is_some() { "x" } else { "s" };
        for line in columns.wrap(&safe(&step.text), "", "") {
            self.line(text, struck, &line);
        }
        if let Some(canceled) = canceled(step) {
            self.line(text, "b", &format!("({canceled})"));
        }
        let below = self.y;
        self.y = first;
        self.basis(step, basis, (BASIS - depth * INSET) * 10 / SMALL);
        self.y = self.y.max(below) + GAP;
    }

    /// Draws what a step rests on, linked to its text if that is included.
    fn basis(&mut self, step: &StepOut, x: usize, columns: usize) {
        let cited = replay::linked(step).filter(|cited| self.words.iter().any(|w| w.cited == *cited));
        if let Some(cited) = &cited {
            let _ = writeln!(self.body, "<a href=\"#{}\">", anchor(cited));
        }
        for line in Style::plain(columns).wrap(&format!("[{}]", safe(&replay::basis(step))), "", " ") {
            self.line(x, "b", &line);
        }
        if cited.is_some() {
            self.body += "</a>\n";
        }
    }

    /// Draws the texts of the citations.
    fn words(&mut self) {
        let words = self.words;
        if words.is_empty() {
            return;
        }
        self.y += 2 * GAP;
        self.line(EDGE, "h", "The words cited");
        for one in words {
            self.y += GAP + LINE / 2;
            self.quotation(one);
        }
    }

    fn quotation(&mut self, one: &CitedText) {
        let wide = Style::plain((WIDTH - 4 * EDGE) * 10 / CHARACTER);
        let top = self.y - LINE;
        let outer = std::mem::take(&mut self.body);
        for line in wide.wrap(&safe(&format!("{} [{}]", one.citation, one.cited)), "", "  ") {
            self.line(EDGE, "c", &line);
        }
        for line in one.introduction.iter().flat_map(|text| wide.wrap(&safe(text), "", "  ")) {
            self.line(EDGE, "o", &line);
        }
        for line in one.text.lines().filter(|l| !l.is_empty()).flat_map(|l| wide.wrap(&safe(l), "", "")) {
            self.line(2 * EDGE, "t", &line);
        }
        for line in one.later.iter().flat_map(|text| wide.wrap(&safe(text), "", "  ")) {
            self.line(EDGE, "c", &line);
        }
        let drawn = std::mem::replace(&mut self.body, outer);
        let (left, width, height) = (EDGE / 2, WIDTH - EDGE, self.y - top - LINE / 2);
        let _ = writeln!(
            self.body,
            "<g class=\"w\" id=\"{}\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>",
            anchor(&one.cited)
        );
        self.body += &drawn;
        self.body += "</g>\n";
    }

    fn newer(&mut self, sentences: &[String]) {
        let wide = Style::plain((WIDTH - 2 * EDGE) * 10 / CHARACTER);
        self.y += if sentences.is_empty() { 0 } else { GAP };
        for line in sentences.iter().flat_map(|sentence| wide.wrap(&safe(sentence), "", "  ")) {
            self.line(EDGE, "l", &line);
        }
    }

    fn tail(&mut self, played: &Played) {
        let wide = Style::plain((WIDTH - 2 * EDGE) * 10 / CHARACTER);
        for checked in played.expectations.iter().filter(|c| c.passed) {
            for line in wide.wrap(&safe(&format!("ok  {}", checked.expect)), "", "      ") {
                self.line(EDGE, "b", &line);
            }
        }
    }
}

/// The left edge of boxes at a depth.
fn left(depth: usize) -> usize {
    NUMBERS + depth.min(MAX_BOX_DEPTH) * INDENT
}
