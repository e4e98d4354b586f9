"use strict";
// What an agent did, step by step.
const trajectoriesView = (() => {
  const { make, foreign, replace, byId } = dom;
  let told = [];

  function list(at) {
    return make("ul", { class: "rows" }, told.map((one, number) => make("li", {}, make("a", {
      class: "row", href: `#trajectories/${number}/0`, "aria-current": number === at ? "true" : null,
    }, make("span", { class: "lines" }, foreign(one.title, { class: "name" }), foreign(one.note, { class: "path" }))))));
  }

  function step(one, at) {
    const now = one.steps[at];
    if (!now) return make("p", { class: "empty" }, labels.say("none"));
    const place = atlas.at(now.url);
    const number = told.indexOf(one);
    const move = (to, key) => to < 0 || to >= one.steps.length ? null
      : make("a", { class: "quiet", href: `#trajectories/${number}/${to}` }, labels.say(key));
    return make("article", { class: "step" },
      make("div", { class: "toolbar" }, make("strong", {}, `${labels.say("step")} ${at + 1} / ${one.steps.length}`), move(at - 1, "previous"), move(at + 1, "next"),
        make("span", { class: "muted" }, [now.tokens === null ? "" : labels.say("tokens", labels.number(now.tokens)),
          now.seconds === null ? "" : labels.say("seconds", now.seconds)].filter(Boolean).join(" · "))),
      make("p", { class: "address" }, place >= 0 ? make("a", { href: `#map/${atlas.states.id[place]}` }, foreign(now.url)) : foreign(now.url, { class: "path" })),
      now.picture ? make("img", { class: "seen", src: source.stepPicture(number, at), alt: labels.say("picture"), loading: "lazy" }) : null,
      now.parts.map(([name, text]) => make("section", {}, make("h3", {}, labels.say(name)), make("pre", {}, foreign(text)))));
  }

  async function show(number = 0, at = 0) {
    told = (await source.extras()).trajectories;
    const box = byId("view-trajectories");
    if (!told.length) return replace(box, make("h1", {}, labels.say("trajectories")), make("p", { class: "empty" }, labels.say("noTrajectories")));
    const one = told[number] || told[0];
    const steps = one.steps.map((now, index) => make("li", {}, make("a", {
      href: `#trajectories/${told.indexOf(one)}/${index}`, "aria-current": index === at ? "step" : null,
    }, make("span", { class: "number" }, index + 1), foreign(now.title))));
    return replace(box, make("h1", {}, labels.say("trajectories")),
      make("div", { class: "columns" }, list(number), make("div", {}, make("h2", {}, foreign(one.title)), make("p", { class: "muted" }, foreign(one.note)),
        one.answer ? make("p", { class: "verdict good" }, make("strong", {}, `${labels.say("answer")}: `), foreign(one.answer)) : null,
        one.reason ? make("p", { class: "muted" }, foreign(one.reason)) : null,
        make("ol", { class: "steps" }, steps), step(one, at))));
  }

  return { show };
})();
