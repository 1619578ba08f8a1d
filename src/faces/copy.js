"use strict";
(() => {
  document.documentElement.classList.add("js");
  const copy = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const said = copy(button.dataset.copy) ? "Copied" : "Select the text to copy it";
    button.textContent = said;
    button.focus();
  });
})();
