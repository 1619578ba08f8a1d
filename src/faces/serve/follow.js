"use strict";
(() => {
  const field = document.getElementById("q");
  const results = document.getElementById("results");
  const count = document.getElementById("count");
  if (!field || !results || !count) return;
  const typed = () => new URLSearchParams(new FormData(field.form)).toString();
  // Results that stand this long, in milliseconds, or are touched, were read: Back returns to them.
  const READ = 3000;
  // One question is under way at a time: whoever types faster than it is answered asks what stands there then.
  let waiting = false;
  // What is shown below must not be taken for the answer to what stands in the field by now.
  let shown = typed();
  let announced = ["aloud", ""];
  let dimming = 0;
  let retry = 0;
  // The page as it was opened was read, and is what its place in the history stands for.
  let at = typed();
  let read = true;
  let reading = 0;
  const announce = (how, text) => {
    count.className = how;
    count.textContent = text;
  };
  const dim = () => {
    results.classList.add("stale");
    if (waiting) {
      results.setAttribute("aria-busy", "true");
      announce("aside", "Searching …");
    }
  };
  const mark = () => {
    if (typed() !== shown) {
      dimming ||= setTimeout(dim, 250);
      return;
    }
    clearTimeout(dimming);
    dimming = 0;
    results.classList.remove("stale");
    announce(...announced);
  };
  const name = () => {
    document.title = field.value.trim() ? `${field.value} – judge` : "judge";
  };
  const enter = (query) => {
    if (query === at) return;
    if (read) history.pushState(null, "", `/?${query}`);
    else history.replaceState(null, "", `/?${query}`);
    at = query;
    read = false;
    clearTimeout(reading);
    reading = setTimeout(() => (read = true), READ);
    name();
  };
  const follow = async () => {
    if (waiting) return;
    clearTimeout(retry);
    waiting = true;
    const query = typed();
    let answered = false;
    try {
      const reply = await fetch(`/?${query}&part=results`, { signal: AbortSignal.timeout?.(8000) });
      const text = await reply.text();
      answered = true;
      if (reply.ok) {
        results.innerHTML = text;
        shown = query;
        announced = ["aloud", results.firstElementChild?.dataset.count ?? ""];
        // Whoever typed on, or went back, is somewhere else by now.
        if (typed() === query) enter(query);
      } else if (typed() !== shown) announce("warning", "That was not answered. Type on, or press Search.");
    } catch {
      if (typed() !== shown) announce("warning", "The head judge's computer does not answer.");
    }
    waiting = false;
    results.removeAttribute("aria-busy");
    mark();
    if (answered && typed() !== query) follow();
    else if (!answered && typed() !== shown) retry = setTimeout(follow, 3000);
  };
  field.addEventListener("input", () => {
    mark();
    follow();
  });
  // The field itself has changed by now, key by key; leaving it must not draw anew what is just being touched.
  field.form.addEventListener("change", (event) => {
    if (event.target !== field) follow();
  });
  results.addEventListener("click", () => (read = true));
  addEventListener("popstate", () => {
    const address = new URLSearchParams(location.search);
    field.value = address.get("q") ?? "";
    const game = field.form.querySelector(`[name=game][value="${CSS.escape(address.get("game") ?? "")}"]`);
    if (game) game.checked = true;
    at = typed();
    read = true;
    clearTimeout(reading);
    name();
    mark();
    if (typed() !== shown) follow();
  });
})();
