"use strict";
// The map in memory: its states by place and by id, which of them are shown, who leads to whom.
const atlas = (() => {
  const KINDS = ["page", "menu", "tab", "dialog", "panel", "select", "hover", "type", "popup"];
  let data = null;
  let places = new Map();
  let words = [];
  let leaving = [];
  let coming = [];
  const filters = { words: "", kinds: new Set(), seen: "all", depth: Infinity, group: -1 };

  function use(map) {
    data = map;
    const { states, edges } = map;
    places = new Map(states.id.map((id, at) => [id, at]));
    words = states.id.map((_, at) => `${states.title[at]} ${states.name[at]} ${states.url[at]}`.toLowerCase());
    leaving = states.id.map(() => []);
    coming = states.id.map(() => []);
    edges.source.forEach((from, number) => {
      const to = edges.target[number];
      leaving[from].push(to);
      coming[to].push(from);
    });
  }

  const isError = (at) => (data.states.status[at] || 0) >= 400;

  function passes(at) {
    const { states } = data;
    if (filters.group >= 0 && states.group[at] !== filters.group) return false;
    if (filters.kinds.size && !filters.kinds.has(states.kind[at])) return false;
    if (filters.seen === "visited" && !states.visited[at]) return false;
    if (filters.seen === "link" && states.visited[at]) return false;
    if (states.depth[at] > filters.depth) return false;
    return filters.words.toLowerCase().split(/\s+/).every((word) => words[at].includes(word));
  }

  const shown = () => data.states.id.map((_, at) => at).filter(passes);
  const filtered = () => filters.words.trim() !== "" || filters.kinds.size > 0 || filters.seen !== "all"
    || filters.depth < deepest() || filters.group >= 0;
  const deepest = () => data.states.depth.reduce((most, depth) => Math.max(most, depth), 0);

  // What a person calls a state: its own name first, where it has one.
  function called(at) {
    const { states } = data;
    return states.name[at] || states.title[at] || path(at) || labels.say("untitled");
  }

  function path(at) {
    const url = data.states.url[at];
    try {
      const parts = new URL(url);
      return parts.pathname + parts.search + parts.hash;
    } catch {
      return url;
    }
  }

  return {
    KINDS, filters, use, passes, shown, filtered, deepest, called, path, isError,
    get states() { return data.states; },
    get groups() { return data.groups; },
    get parents() { return data.parents; },
    get edges() { return data.edges; },
    get site() { return data.site; },
    get ready() { return data !== null; },
    place: (id) => places.get(id),
    at: (url) => (data.states.url.includes(url) ? data.states.url.findIndex((known, at) => known === url && !data.states.name[at]) : -1),
    leaving: (at) => leaving[at],
    coming: (at) => coming[at],
  };
})();
