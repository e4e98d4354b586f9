"use strict";
// The gift studio: client-side routes, data by fetch, and a finder that has no address of its own.

const view = document.getElementById("studio-view");
const finder = document.getElementById("finder");

function element(tag, text, props = {}) {
  const made = Object.assign(document.createElement(tag), props);
  if (text) made.textContent = text;
  return made;
}

async function read(path) {
  return (await fetch(path)).json();
}

// Reads by POST, as search endpoints often do; it changes nothing.
async function search(filter) {
  const answer = await fetch("/api/studio/search", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(filter),
  });
  return (await answer.json()).found;
}

async function showStart() {
  const list = element("ul", "", { className: "cards" });
  for (const gift of await search({ under_cents: 2000 })) {
    const item = element("li", "", { className: "card" });
    item.append(element("a", gift.name, { href: `/p/${gift.slug}/` }), element("p", gift.price));
    list.append(item);
  }
  view.replaceChildren(element("h1", "Design a gift"), element("h2", "Small gifts"), list);
}

async function showChoices(kind, title) {
  const list = element("ul", "", { className: "tiles" });
  for (const choice of await read(`/api/studio/${kind}`)) {
    const item = element("li");
    const button = element("button", choice.name, { type: "button", id: `${kind}-${choice.key}` });
    button.addEventListener("click", () => {
      preview.textContent = `${choice.name}: ${choice.note}`;
      preview.hidden = false;
    });
    const swatch = element("span", "", { className: "swatch" });
    swatch.style.background = choice.colour;
    item.append(swatch, button);
    list.append(item);
  }
  const preview = element("p", "", { hidden: true, id: "preview" });
  view.replaceChildren(element("h1", title), list, preview);
}

const routes = {
  "/studio/": showStart,
  "/studio/box": () => showChoices("boxes", "Choose a box"),
  "/studio/ribbon": () => showChoices("ribbons", "Choose a ribbon"),
  "/studio/ideas": () => showChoices("ideas", "Ideas for occasions"),
};

function show() {
  const route = routes[location.pathname] || routes["/studio/"];
  return route();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-route]");
  if (!link) return;
  event.preventDefault();
  history.pushState({}, "", link.getAttribute("href"));
  show();
});
addEventListener("popstate", show);

const questions = [
  ["Who is it for?", ["A friend", "A parent", "A colleague"]],
  ["What do they like?", ["Cooking", "Gardening", "Writing"]],
];
const shelves = { Cooking: "kitchen", Gardening: "garden", Writing: "paper" };

function ask(step, answers) {
  finder.hidden = false;
  if (step === questions.length) return suggest(answers);
  const [question, choices] = questions[step];
  finder.replaceChildren(element("h2", `Step ${step + 1}: ${question}`));
  for (const choice of choices) {
    const button = element("button", choice, { type: "button" });
    button.addEventListener("click", () => ask(step + 1, [...answers, choice]));
    finder.append(button);
  }
}

async function suggest(answers) {
  const found = await search({ category: shelves[answers[1]], under_cents: 6000 });
  const list = element("ul");
  for (const gift of found.slice(0, 3)) {
    const item = element("li");
    item.append(element("a", gift.name, { href: `/p/${gift.slug}/` }));
    list.append(item);
  }
  finder.replaceChildren(element("h2", "Our suggestions"), list);
}

document.getElementById("open-finder").addEventListener("click", () => ask(0, []));
show();
