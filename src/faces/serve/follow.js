"use strict";
(() => {
  const field = document.getElementById("q");
  const results = document.getElementById("results");
  const count = document.getElementById("count");
  if (!field || !results || !count) return;
  const typed = () => new URLSearchParams(new FormData(field.form)).toString();
  // One question is under way at a time: whoever types faster than it is answered asks what stands there then.
  let asking = false;
  // What is shown below must not be taken for the answer to what stands in the field by now.
  let shown = typed();
  let told = ["aloud", ""];
  let dimming = 0;
  let retry = 0;
  const tell = (how, text) => {
    count.className = how;
    count.textContent = text;
  };
  const dim = () => {
    results.classList.add("stale");
    if (asking) {
      results.setAttribute("aria-busy", "true");
      tell("aside", "Searching …");
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
    tell(...told);
  };
  const follow = async () => {
    if (asking) return;
    clearTimeout(retry);
    asking = true;
    const query = typed();
    let answered = false;
    try {
      const reply = await fetch(`/?${query}&part=results`, { signal: AbortSignal.timeout?.(8000) });
      const text = await reply.text();
      answered = true;
      if (reply.ok) {
        results.innerHTML = text;
        shown = query;
        told = ["aloud", results.firstElementChild?.dataset.count ?? ""];
        history.replaceState(null, "", `/?${query}`);
      } else if (typed() !== shown) tell("warning", "That was not answered. Type on, or press Search.");
    } catch {
      if (typed() !== shown) tell("warning", "The head judge's computer does not answer.");
    }
    asking = false;
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
})();
