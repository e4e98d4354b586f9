"use strict";
// Where the data come from: the viewer's server, or the page itself when it is an exported copy.
const source = (() => {
  const embedded = document.getElementById("data");
  const data = embedded ? JSON.parse(embedded.textContent) : null;

  async function get(path) {
    const answer = await fetch(path, { headers: { accept: "application/json" } });
    if (answer.status === 404) return null;
    const told = answer.headers.get("content-type")?.includes("json") ? await answer.json() : {};
    if (!answer.ok) throw new Error(told.error || String(answer.status));
    return told;
  }

  const live = {
    exported: false,
    map: () => get("/api/map"),
    state: (id) => get(`/api/states/${encodeURIComponent(id)}`),
    picture: (id) => `/api/states/${encodeURIComponent(id)}/picture`,
    stepPicture: (number, step) => `/api/trajectories/${number}/${step}/picture`,
    search: (query) => get(`/api/search?q=${encodeURIComponent(query)}`),
    run: () => get("/api/run"),
    audit: () => get("/api/audit"),
    changes: () => get("/api/changes"),
    extras: () => get("/api/extras"),
    pulse: () => get("/api/pulse"),
  };

  const exported = {
    exported: true,
    map: async () => data.map,
    state: async (id) => data.states[id] || null,
    picture: (id) => `data:image/webp;base64,${data.pictures[data.picture_of[id]]}`,
    stepPicture: (number, step) => `data:image/webp;base64,${data.step_pictures[number][step]}`,
    search: async () => null,
    run: async () => data.run,
    audit: async () => data.audit,
    changes: async () => data.changes,
    extras: async () => data.extras,
    pulse: async () => null,
  };
  return data ? exported : live;
})();
