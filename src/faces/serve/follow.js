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
  let waiting = 0;
  const mark = () => {
    clearTimeout(waiting);
    const isShown = typed() === shown;
    const stale = () => {
      results.classList.add("stale");
      results.setAttribute("aria-busy", "true");
      if (count.className === "aloud") {
        count.className = "aside";
        count.textContent = "Searching …";
      }
    };
    if (isShown) {
      results.classList.remove("stale");
      results.removeAttribute("aria-busy");
    } else waiting = setTimeout(stale, 250);
  };
  const follow = async () => {
    if (asking) return;
    asking = true;
    mark();
    const query = typed();
    let answered = false;
    try {
      const reply = await fetch(`/?${query}&part=results`, { signal: AbortSignal.timeout?.(8000) });
      const text = await reply.text();
      answered = true;
      if (reply.ok) {
        results.innerHTML = text;
        shown = query;
        count.className = "aloud";
        count.textContent = results.firstElementChild?.dataset.count ?? "";
        history.replaceState(null, "", `/?${query}`);
      } else {
        count.className = "warning";
        count.textContent = "That was not answered. Type on, or press Search.";
      }
    } catch {
      count.className = "warning";
      count.textContent = "The head judge's computer does not answer.";
    }
    asking = false;
    mark();
    if (answered ? typed() !== query : typed() !== shown) setTimeout(follow, answered ? 0 : 3000);
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
