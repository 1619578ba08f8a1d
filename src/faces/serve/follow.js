"use strict";
(() => {
  const field = document.getElementById("q");
  const results = document.getElementById("results");
  const count = document.getElementById("count");
  if (!field || !results || !count) return;
  const typed = () => new URLSearchParams(new FormData(field.form)).toString();
  // One question is under way at a time: whoever types faster than it is answered asks what stands there then.
  let asking = false;
  const follow = async () => {
    if (asking) return;
    asking = true;
    const query = typed();
    let answered = false;
    try {
      const reply = await fetch(`/?${query}&part=results`, { signal: AbortSignal.timeout?.(8000) });
      const text = await reply.text();
      answered = true;
      if (reply.ok) {
        results.innerHTML = text;
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
    if (answered && typed() !== query) follow();
  };
  field.addEventListener("input", follow);
  // The field itself has changed by now, key by key; leaving it must not draw anew what is just being touched.
  field.form.addEventListener("change", (event) => {
    if (event.target !== field) follow();
  });
})();
