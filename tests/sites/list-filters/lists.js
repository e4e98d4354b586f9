// Each list page wraps its filter in another element; the filter itself is the same. On the crews' page it is broken.
const host = document.querySelector("[data-filter]");
const works = host.dataset.filter === "works";
host.innerHTML = '<div><button type="button">Add filter</button></div>';
host.querySelector("button").addEventListener("click", () => {
  if (!works || host.querySelector("ul")) return;
  host.querySelector("div").insertAdjacentHTML(
    "beforeend",
    '<ul><li><button type="button">Name begins with</button></li><li><button type="button">Created after</button></li>' +
      '<li><button type="button">Flag</button></li></ul>',
  );
});
