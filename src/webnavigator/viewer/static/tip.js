"use strict";
// What is under the pointer.
const tip = (() => {
  const { make, foreign, replace, byId } = dom;
  function show(at, position) {
    put([picture.crop(atlas.states.id[at], null, 220, 130), make("strong", {}, foreign(atlas.called(at))),
      foreign(atlas.path(at), { class: "path" })], position);
  }

  function showGroup(at, position) {
    const group = atlas.groups[at];
    put([make("strong", {}, foreign(group.name)), make("span", { class: "path" }, `${labels.number(group.size)} ${labels.say("states")}`)], position);
  }

  function put(parts, position) {
    const box = byId("tip");
    replace(box, parts);
    box.hidden = false;
    const stage = byId("canvas").getBoundingClientRect();
    const left = stage.left + position.x + 16;
    const top = stage.top + position.y + 16;
    box.style.left = `${Math.min(left, innerWidth - box.offsetWidth - 8)}px`;
    box.style.top = `${top + box.offsetHeight > innerHeight ? top - box.offsetHeight - 32 : top}px`;
  }
  return { show, showGroup, hide: () => { byId("tip").hidden = true; } };
})();
