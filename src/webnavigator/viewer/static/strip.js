"use strict";
// The way to a state as a strip of pictures: where to click, and what comes of it.
const strip = (() => {
  const { make, foreign, replace, byId } = dom;
  const WIDTH = 208;
  const HEIGHT = 116;

  let choice = null; // the way that was asked for last, where there are two

  function frame(step, number, choose) {
    const at = atlas.place(step.state);
    const name = at === undefined ? labels.say("notOnMap") : atlas.called(at);
    return make("li", {},
      make("button", { type: "button", class: "frame", onclick: () => at !== undefined && choose(at) },
        picture.crop(step.state, step.box, WIDTH, HEIGHT),
        make("span", { class: "caption" }, make("span", { class: "number" }, number + 1), foreign(name))));
  }

  function arrow(step) {
    return make("li", { class: "arrow" },
      make("span", { class: "act" }, step.action),
      make("strong", {}, foreign(step.label || "—")),
      step.input ? foreign(`“${step.input}”`, { class: "input" }) : null,
      make("span", { class: "line", "aria-hidden": "true" }));
  }

  // The cheapest way opens an address where it can; the other one shows how the state hangs together with the rest.
  function show(ways, choose) {
    const box = byId("strip");
    const names = Object.keys(ways).filter((name) => ways[name]);
    box.hidden = false;
    if (!names.length) {
      replace(box, make("p", { class: "empty" }, labels.say("noWay")));
      return [];
    }
    const telling = names.find((name) => ways[name].frames.length > 1) || names[0];
    const name = names.includes(choice) ? choice : telling;
    const way = ways[name];
    const called = (key) => labels.say(key, key === "asGoto" ? ways[key].seconds.toFixed(1) : ways[key].frames.length - 1);
    const pick = (key) => make("button", { type: "button", class: "quiet small", "aria-pressed": String(key === name), onclick: () => {
      choice = key;
      show(ways, choose);
    } }, called(key));
    const pieces = way.frames.flatMap((step, number) => {
      const last = number === way.frames.length - 1;
      return last ? [frame(step, number, choose)] : [frame(step, number, choose), arrow(step)];
    });
    replace(box,
      make("h2", {}, labels.say("way"), names.map(pick)),
      make("ol", { class: "frames", tabindex: "0", "aria-label": labels.say("way") },
        way.start_url ? make("li", { class: "arrow start" }, make("span", { class: "act" }, "goto"),
          foreign(way.start_url, { class: "path" }), make("span", { class: "line", "aria-hidden": "true" })) : null,
        pieces));
    return way.frames;
  }

  const hide = () => { byId("strip").hidden = true; };
  return { show, hide };
})();
