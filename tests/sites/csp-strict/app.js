"use strict";
try {
  eval("1");
} catch {
  document.body.dataset.eval = "blocked";
}
document.getElementById("open").addEventListener("click", () => {
  document.getElementById("told").hidden = false;
  mark("opened");
});
