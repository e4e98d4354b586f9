// A dialog over the page, until it was put off in this browser.
function cover(id, html) {
  const over = document.createElement("div");
  over.id = id;
  over.style = "position:fixed;inset:0;background:#fffd";
  over.innerHTML = `<div role="dialog" aria-modal="true" aria-label="${id}">${html}</div>`;
  document.body.append(over);
  return over;
}
if (!localStorage.getItem("greeted")) {
  const over = cover("greeting", `<h2>Join our community</h2><button type="button">Sign up</button><button type="button">Maybe later</button>`);
  const [join, later] = over.querySelectorAll("button");
  join.addEventListener("click", () => mark("joined"));
  later.addEventListener("click", () => { localStorage.setItem("greeted", "1"); over.remove(); });
}
document.getElementById("open").addEventListener("click", () => {
  mark(document.title.toLowerCase());
  const over = cover("tour", `<h2>Tour</h2><button type="button" id="next">Next</button><button type="button" id="skip">Skip</button>`);
  over.querySelector("#next").addEventListener("click", () => mark("asked"));
  over.querySelector("#skip").addEventListener("click", () => over.remove());
});
