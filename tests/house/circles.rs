//! Finds modules within a top-level module that depend on each other cyclically, from every path in their
//! code. `circles.yaml` lists those that may, with reasons.
//!
//! A re-exported name counts for the module that defines it. A dependency on a type of a parent module does
//! not count: a `mod.rs` that declares child modules and shares its types with them is normal in Rust.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::{MODULES, files, root};

/// The path of a module below `src`: `["deck", "tcg", "cards"]`.
type Module = Vec<String>;

/// The relevant parts of a module's code.
#[derive(Default)]
struct Code {
    tokens: Vec<String>,
    /// Defined names, and whether each is a type.
    defines: BTreeMap<String, bool>,
    /// Imported names with their full path, and whether they are re-exported.
    imports: BTreeMap<String, (Vec<String>, bool)>,
    /// Every full path that starts in this crate.
    paths: Vec<Vec<String>>,
}

/// The tokens of a program, without comments, string contents and tests.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let chars: Vec<char> = text.chars().collect();
    let at = |n: usize| chars.get(n).copied().unwrap_or('\0');
    let mut out = Vec::new();
    let mut n = 0;
    while n < chars.len() {
        let c = chars[n];
        let raw = usize::from(c == 'b') + usize::from(at(n + usize::from(c == 'b')) == 'r');
        let hashes = (n + raw..).take_while(|i| at(*i) == '#').count();
        if c == '/' && at(n + 1) == '/' {
            n += chars[n..].iter().take_while(|c| **c != '\n').count();
        } else if (c == 'r' || c == 'b' && at(n + 1) == 'r') && at(n + raw + hashes) == '"' {
            let end: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
            let rest: String = chars[n + raw + hashes + 1..].iter().collect();
            let length = rest.split(&end).next().unwrap_or_default().chars().count();
            n += raw + hashes + 1 + length + end.len();
        } else if c == '"' {
            n += 1;
            while n < chars.len() && chars[n] != '"' {
                n += if chars[n] == '\\' { 2 } else { 1 };
            }
            n += 1;
        } else if c == '\'' && at(n + 1) == '\\' {
            n += 3 + chars[(n + 3).min(chars.len())..].iter().take_while(|c| **c != '\'').count() + 1;
        } else if c == '\'' && at(n + 2) == '\'' {
            n += 3;
        } else if c.is_alphanumeric() || c == '_' {
            let word: String = chars[n..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
            n += word.chars().count();
            out.push(word);
        } else if c == ':' && at(n + 1) == ':' {
            out.push("::".to_owned());
            n += 2;
        } else {
            n += 1;
            if !c.is_whitespace() {
                out.push(c.to_string());
            }
        }
    }
    out
}

fn is_word(token: &str) -> bool {
    token.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_')
}

/// The paths of a `use`, with the names they get. `at` is the position after `use`, and is left at the
/// semicolon.
fn leaves(tokens: &[String], at: &mut usize, before: &[String], out: &mut Vec<(Vec<String>, String)>) {
    let mut path = before.to_vec();
    let mut alias = None;
    let mut grouped = false;
    loop {
        match tokens.get(*at).map(String::as_str) {
            Some("{") => {
                grouped = true;
                while tokens.get(*at).is_some_and(|t| t != "}" && t != ";") {
                    *at += 1;
                    leaves(tokens, at, &path, out);
                }
                *at += 1;
            }
            Some("as") => {
                alias = tokens.get(*at + 1).cloned();
                *at += 2;
            }
            Some("::") => *at += 1,
            Some(word) if is_word(word) || word == "*" => {
                path.push(word.to_owned());
                *at += 1;
            }
            _ => break,
        }
    }
    if !grouped && path.len() > before.len() {
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name = alias.or_else(|| path.last().cloned()).unwrap_or_default();
        out.push((path, name));
    }
}

/// The modules of `src`.
fn modules() -> BTreeMap<Module, Code> {
    let mut modules: BTreeMap<Module, Code> = BTreeMap::new();
    for (file, text) in files(&root().join("src"), "rs") {
        let parts = file.trim_end_matches(".rs").split('/');
        let module: Module = parts.filter(|p| !["mod", "lib"].contains(p)).map(str::to_owned).collect();
        modules.insert(module, Code { tokens: tokens(&text), ..Code::default() });
    }
    let known: BTreeSet<Module> = modules.keys().cloned().collect();
    for (module, code) in &mut modules {
        read(module, code, &known);
    }
    modules
}

/// Collects what a module defines, imports and mentions.
fn read(module: &Module, code: &mut Code, known: &BTreeSet<Module>) {
    let tokens = std::mem::take(&mut code.tokens);
    let mut n = 0;
    while n < tokens.len() {
        let next = tokens.get(n + 1).map_or("", String::as_str);
        match tokens[n].as_str() {
            word @ ("fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union")
                if is_word(next) =>
            {
                let is_type = ["struct", "enum", "trait", "type", "union"].contains(&word);
                *code.defines.entry(next.to_owned()).or_default() |= is_type;
            }
            "macro_rules" => {
                code.defines.insert(tokens.get(n + 2).cloned().unwrap_or_default(), false);
            }
            "use" if next != "<" => {
                let open = n > 0 && ["pub", ")"].contains(&tokens[n - 1].as_str());
                let mut found = Vec::new();
                n += 1;
                leaves(&tokens, &mut n, &[], &mut found);
                for (path, name) in found {
                    if let Some(path) = absolute(module, &path, known) {
                        code.paths.push(path.clone());
                        code.imports.insert(name, (path, open));
                    }
                }
            }
            _ => {}
        }
        n += 1;
    }
    let mut n = 0;
    while n < tokens.len() {
        let begins = is_word(&tokens[n]) && (n == 0 || tokens[n - 1] != "::");
        if begins && tokens.get(n + 1).is_some_and(|t| t == "::") {
            let mut path = vec![tokens[n].clone()];
            while tokens.get(n + 1).is_some_and(|t| t == "::")
                && tokens.get(n + 2).is_some_and(|t| is_word(t))
            {
                path.push(tokens[n + 2].clone());
                n += 2;
            }
            let imported = code.imports.get(&path[0]).map(|(whole, _)| [&whole[..], &path[1..]].concat());
            code.paths.extend(absolute(module, &path, known).or(imported));
        }
        n += 1;
    }
}

/// A path relative to the crate's root; `None` if it leads out of the crate.
fn absolute(module: &[String], path: &[String], known: &BTreeSet<Module>) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" => {
            let up = path.iter().take_while(|p| *p == "super").count();
            Some([&module[..module.len().checked_sub(up)?], &path[up..]].concat())
        }
        _ => {
            let child = [module, std::slice::from_ref(first)].concat();
            known.contains(&child).then(|| [module, path].concat())
        }
    }
}

/// The module that defines what a path refers to, with the name; `None` for a module itself.
fn defined(
    modules: &BTreeMap<Module, Code>,
    path: &[String],
    seen: &mut BTreeSet<Vec<String>>,
) -> Option<(Module, String)> {
    let module = (0..=path.len()).rev().map(|n| &path[..n]).find(|m| modules.contains_key(*m))?;
    let name = path.get(module.len()).filter(|name| *name != "*")?;
    let code = &modules[module];
    let imported = code.imports.get(name).filter(|(_, open)| *open || !code.defines.contains_key(name));
    if let Some((whole, _)) = imported
        && seen.insert(path[..=module.len()].to_vec())
    {
        return defined(modules, &[whole, &path[module.len() + 1..]].concat(), seen);
    }
    Some((module.to_vec(), name.clone()))
}

/// The dependencies between the modules of a top-level module.
fn arrows(modules: &BTreeMap<Module, Code>, top: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let is_within = |m: &[String]| m.first().is_some_and(|first| first == top);
    let mut arrows = BTreeMap::new();
    for (from, code) in modules.iter().filter(|(m, _)| is_within(m)) {
        let named = code.paths.iter().filter_map(|path| defined(modules, path, &mut BTreeSet::new()));
        let counts = |(to, name): &(Module, String)| {
            let lent = from.starts_with(to) && modules[to].defines.get(name).is_some_and(|is_type| *is_type);
            to != from && is_within(to) && !lent
        };
        arrows.insert(from.clone(), named.filter(counts).map(|(to, _)| to).collect());
    }
    arrows
}

/// Everything reachable from a module.
fn reached(arrows: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for to in arrows.get(module).into_iter().flatten() {
            if reached.insert(to.clone()) {
                open.push(to);
            }
        }
    }
    reached
}

/// The cycles: sets of modules that can all reach each other.
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<String>> {
    let reach: BTreeMap<&Module, BTreeSet<Module>> = arrows.keys().map(|m| (m, reached(arrows, m))).collect();
    let mut circles = BTreeSet::new();
    for (module, to) in &reach {
        let circle: BTreeSet<String> = to
            .iter()
            .filter(|other| reach.get(other).is_some_and(|back| back.contains(*module)))
            .map(|m| m[1..].join("/"))
            .map(|name| if name.is_empty() { "mod".to_owned() } else { name })
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles
}

/// A cycle that is allowed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Allowed {
    within: String,
    modules: BTreeSet<String>,
    why: String,
}

#[test]
fn no_modules_refer_to_each_other_in_a_circle() {
    let shown = |circle: &BTreeSet<String>| circle.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let allowed: Vec<Allowed> = serde_yaml::from_str(include_str!("circles.yaml")).expect("a list");
    let modules = modules();
    assert!(modules.len() > 200, "{} modules", modules.len());
    let mut wrong = Vec::new();
    let mut all = 0;
    for (top, _) in MODULES {
        let arrows = arrows(&modules, top);
        all += arrows.values().map(BTreeSet::len).sum::<usize>();
        let listed = || allowed.iter().filter(|a| a.within == top);
        let found = circles(&arrows);
        for circle in found.iter().filter(|circle| !listed().any(|a| a.modules == **circle)) {
            wrong.push(format!("{top}: a circle that circles.yaml does not list: [{}]", shown(circle)));
        }
        for gone in listed().filter(|a| !found.contains(&a.modules)) {
            wrong.push(format!(
                "{top}: circles.yaml lists what is no circle (any more): [{}]",
                shown(&gone.modules)
            ));
        }
    }
    assert!(all > 1000, "{all} arrows");
    assert!(allowed.iter().all(|a| MODULES.iter().any(|(top, _)| *top == a.within) && a.why.len() > 20));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_circle_is_seen() {
    let module = |name: &str| vec!["top".to_owned(), name.to_owned()];
    let code = [
        (vec!["top".to_owned()], "pub struct Lent; pub fn own() {} mod a; mod b; mod c; pub use b::Deep;"),
        (module("a"), "use super::Lent; use crate::top::{b::{self, Deep}, c}; fn f() { c::g() }"),
        (module("b"), "// use super::c;\npub struct Deep; fn f() -> &'static str { \"super::c::g\" }"),
        (module("c"), "use super::Deep; pub fn g() { super::a::h() }"),
    ];
    let known: BTreeSet<Module> = code.iter().map(|(m, _)| m.clone()).collect();
    let mut modules = BTreeMap::new();
    for (module, text) in code {
        let mut code = Code { tokens: tokens(text), ..Code::default() };
        read(&module, &mut code, &known);
        modules.insert(module, code);
    }
    let arrows = arrows(&modules, "top");
    assert_eq!(arrows[&module("a")], BTreeSet::from([module("b"), module("c")]));
    assert_eq!(arrows[&module("b")], BTreeSet::new());
    assert_eq!(arrows[&module("c")], BTreeSet::from([module("a"), module("b")]));
    assert_eq!(circles(&arrows), BTreeSet::from([BTreeSet::from(["a".to_owned(), "c".to_owned()])]));
}
