//! QR codes for a terminal.

use qrcode::{Color, EcLevel, QrCode};

/// The quiet zone around the code, in modules.
const QUIET: usize = 2;

/// The code as lines of half blocks, two rows of modules per line, where a filled half is a light module.
/// Empty if the address is too long for a code.
pub(super) fn lines(address: &str) -> Vec<String> {
    let Ok(code) = QrCode::with_error_correction_level(address.as_bytes(), EcLevel::L) else {
        return Vec::new();
    };
    let width = code.width();
    let modules = code.to_colors();
    let light = |x: usize, y: usize| {
        let inside = (QUIET..QUIET + width).contains(&x) && (QUIET..QUIET + width).contains(&y);
        !inside || modules[(y - QUIET) * width + (x - QUIET)] == Color::Light
    };
    let side = width + 2 * QUIET;
    let half = |x: usize, y: usize| match (light(x, y), y + 1 < side && light(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..side).step_by(2).map(|y| (0..side).map(|x| half(x, y)).collect()).collect()
}
