//! Interprets key presses and pasted text.
//!
//! Most terminals mark pasted text. In others it arrives as key presses, with line ends as Enter: an Enter
//! directly followed by more text is therefore part of pasted text, and chooses nothing.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::model::Key;

/// Translates events that arrived together.
pub(crate) fn meant(events: Vec<Event>) -> Vec<Key> {
    let mut keys: Vec<Key> = events.into_iter().filter_map(key).collect();
    let mut behind = false;
    let mut pasted = false;
    for key in keys.iter_mut().rev() {
        if *key == Key::Enter && behind {
            *key = Key::Text("\n".to_owned());
            pasted = true;
        }
        behind = matches!(key, Key::Text(_));
    }
    // The last line of pasted text may also have a line end.
    if pasted && let Some(last @ Key::Enter) = keys.last_mut() {
        *last = Key::Text("\n".to_owned());
    }
    joined(keys)
}

/// Merges adjacent text, so that it is searched for once.
fn joined(keys: Vec<Key>) -> Vec<Key> {
    let mut joined: Vec<Key> = Vec::new();
    for key in keys {
        match (joined.last_mut(), key) {
            (Some(Key::Text(before)), Key::Text(more)) => before.push_str(&more),
            (_, key) => joined.push(key),
        }
    }
    joined
}

/// Whether an event may be a line end within pasted text.
pub(crate) fn ends_a_line(event: &Event) -> bool {
    key(event.clone()) == Some(Key::Enter)
}

/// `None` if the window was resized, or the key has no meaning here.
fn key(event: Event) -> Option<Key> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => meaning(key),
        Event::Paste(text) => Some(Key::Text(text)),
        _ => None,
    }
}

/// Control characters edit the line, as in a shell; others choose what a shell has no key for.
fn with_control(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Char('c' | 'd') => Key::Quit,
        KeyCode::Char('g') => Key::Game,
        KeyCode::Char('o') => Key::Official,
        KeyCode::Char('y') => Key::Copy,
        #[cfg(unix)]
        KeyCode::Char('z') => Key::Suspend,
        KeyCode::Char('u') => Key::Clear,
        KeyCode::Char('w') => Key::DeleteWord,
        KeyCode::Char('a') => Key::Home,
        KeyCode::Char('e') => Key::End,
        // Ctrl-J: the other line end character.
        KeyCode::Char('j') => Key::Enter,
        KeyCode::Left => Key::WordLeft,
        KeyCode::Right => Key::WordRight,
        _ => return None,
    })
}

fn with_alt(code: KeyCode) -> Option<Key> {
    Some(match code {
        KeyCode::Char('b') | KeyCode::Left => Key::WordLeft,
        KeyCode::Char('f') | KeyCode::Right => Key::WordRight,
        KeyCode::Backspace => Key::DeleteWord,
        _ => return None,
    })
}

fn meaning(key: KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return with_control(key.code);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return with_alt(key.code);
    }
    Some(match key.code {
        KeyCode::Char(c) => Key::Text(c.to_string()),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Back,
        KeyCode::F(1) => Key::Help,
        KeyCode::Tab => Key::Open,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Vec<Event> {
        let code = |c: char| match c {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            c => KeyCode::Char(c),
        };
        text.chars().map(|c| Event::Key(KeyEvent::new(code(c), KeyModifiers::NONE))).collect()
    }

    #[test]
    fn enter_within_something_pasted_chooses_nothing() {
        let text = |text: &str| Key::Text(text.to_owned());
        assert_eq!(meant(typed("\n")), [Key::Enter]);
        assert_eq!(meant(typed("ab\n")), [text("ab"), Key::Enter], "typed fast, and Enter");
        assert_eq!(meant(typed("ab\n\nc\nd\n")), [text("ab\n\nc\nd\n")]);
        assert_eq!(meant(typed("ab\t\n")), [text("ab"), Key::Open, Key::Enter]);
        assert_eq!(meant(vec![Event::Paste("a\nb\n".to_owned())]), [text("a\nb\n")]);
        assert_eq!(meant(vec![Event::FocusGained]), []);
        let with = |code, modifiers| meant(vec![Event::Key(KeyEvent::new(code, modifiers))]);
        assert_eq!(with(KeyCode::Char('b'), KeyModifiers::ALT), [Key::WordLeft]);
        assert_eq!(with(KeyCode::Char('x'), KeyModifiers::ALT), [], "no letter is typed");
        #[cfg(unix)]
        assert_eq!(with(KeyCode::Char('z'), KeyModifiers::CONTROL), [Key::Suspend]);
        assert_eq!(with(KeyCode::Right, KeyModifiers::CONTROL), [Key::WordRight]);
        assert_eq!(with(KeyCode::F(1), KeyModifiers::NONE), [Key::Help]);
    }
}
