"use strict";
// Putting it together: which view is open, language and theme, and the pulse of a running exploration.
(() => {
  const { make, replace, byId, icon } = dom;
  const VIEWS = ["map", "run", "audit", "changes", "results", "trajectories"];
  const SUN = "M8 5a3 3 0 100 6 3 3 0 000-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1";
  const MOON = "M13.5 9.5A6 6 0 016.5 2.5a6 6 0 107 7z";
  const QUICK_MS = 1500;
  const SLOW_MS = 6000;
  const REDRAW_MS = 5000;
  let view = "map";
  let views = VIEWS;
  let pulse = null;
  let redrawn = 0;

  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a file: page may have no storage */ } };

  const isDark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  function theme(name) {
    if (name) document.documentElement.dataset.theme = name;
    const button = byId("theme");
    const next = isDark() ? "light" : "dark";
    button.setAttribute("aria-label", labels.say(next));
    button.title = labels.say(next);
    replace(button, icon(isDark() ? SUN : MOON));
    graph.restyle();
  }

  function top() {
    const { states, groups, site } = atlas;
    const number = labels.number;
    let host = site.start_url;
    try { host = new URL(site.start_url).host; } catch { /* shown as it is */ }
    document.title = `${host} · webnavigator`;
    replace(byId("site"), dom.foreign(host, { class: "host" }),
      make("span", { class: "muted" }, `${number(states.id.length)} ${labels.say("states")} · ${number(groups.length)} ${labels.say("groups")} · ${number(site.edges)} ${labels.say("edges")}`));
    replace(byId("views"), views.map((key) => make("a", { href: `#${key}`, "aria-current": key === view ? "page" : null }, labels.say(key))));
    byId("language").textContent = labels.say("language");
    byId("language").lang = labels.other() === "zh" ? "zh-CN" : "en";
    beat();
  }

  function beat() {
    const text = source.exported ? labels.say("exported") : pulse?.running
      ? `${labels.say("running")} · ${labels.number(pulse.visited)} ${labels.say("visited")} · ${labels.number(pulse.pending)} ${labels.say("pending")}`
      : pulse?.indexing ? labels.say("indexing") : "";
    const box = byId("pulse");
    if (box.textContent !== text) box.textContent = text;
    box.classList.toggle("on", Boolean(pulse?.running));
  }

  async function choose(at, options = {}) {
    const id = at >= 0 ? atlas.states.id[at] : "";
    const wanted = id ? `#map/${id}` : "#map";
    if (location.hash !== wanted) history.pushState(null, "", wanted);
    if (view !== "map") open("map");
    await chooseHere(at, options);
  }

  async function chooseHere(at, options = {}) {
    finder.select(at);
    graph.mark(at);
    if (at < 0) {
      statePanel.hide();
      strip.hide();
      return;
    }
    const told = await statePanel.show(at);
    if (!told) return;
    const frames = strip.show({ asGoto: told.path, byClicks: told.walk }, choose);
    const steps = frames.map((frame) => atlas.place(frame.state)).filter((place) => place !== undefined);
    graph.mark(at, steps);
    graph.reveal(at);
    if (!options.keep && innerWidth <= 900) byId("state").scrollIntoView();
  }

  function open(name) {
    view = name;
    for (const key of VIEWS) byId(`view-${key}`).hidden = key !== name;
    for (const link of byId("views").children) {
      if (link.getAttribute("href") === `#${name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  async function route() {
    const [name, first, second] = location.hash.slice(1).split("/");
    open(VIEWS.includes(name) ? name : "map");
    if (view === "map") await chooseHere(first && atlas.place(first) !== undefined ? atlas.place(first) : -1);
    else if (view === "run") await runView.show(pulse);
    else if (view === "audit") await auditView.show();
    else if (view === "changes") await changesView.show();
    else if (view === "results") await resultsView.show();
    else await trajectoriesView.show(Number(first) || 0, Number(second) || 0);
  }

  async function guarded(act) {
    try {
      await act();
      byId("trouble").hidden = !pulse?.trouble;
      byId("trouble").textContent = pulse?.trouble || "";
    } catch (error) {
      byId("trouble").hidden = false;
      byId("trouble").textContent = error instanceof TypeError ? labels.say("offline") : String(error.message);
    }
  }

  async function load() {
    atlas.use(await source.map());
    const [extras, changed] = await Promise.all([source.extras(), source.changes()]);
    const empty = { trajectories: !extras.trajectories.length, changes: !changed.diffs.length };
    views = VIEWS.filter((key) => !empty[key]);
    top();
    finder.build();
    graph.show();
    redrawn = Date.now();
  }

  // Ask how it goes; draw anew when there is more than before, but not all the time.
  async function watch() {
    if (document.visibilityState === "visible") {
      await guarded(async () => {
        const was = pulse;
        pulse = await source.pulse();
        beat();
        const more = pulse.states !== atlas.states.id.length || pulse.edges !== atlas.site.edges
          || pulse.indexed !== atlas.site.indexed || (was?.running && !pulse.running);
        if (more && Date.now() - redrawn > REDRAW_MS && !document.activeElement?.closest("#finder, #tools")) {
          await load();
          await route();
        } else if (view === "run" && pulse.running) await runView.show(pulse);
      });
    }
    setTimeout(watch, pulse?.running || pulse?.indexing ? QUICK_MS : SLOW_MS);
  }

  function language(name) {
    keep("webnavigator-language", name);
    labels.use(name);
    theme();
    if (!atlas.ready) return;
    top();
    finder.build();
    graph.show();
    guarded(route);
  }

  async function begin() {
    labels.use(kept("webnavigator-language") || (navigator.language.startsWith("zh") ? "zh" : "en"));
    theme(kept("webnavigator-theme"));
    byId("theme").addEventListener("click", () => {
      const next = isDark() ? "light" : "dark";
      keep("webnavigator-theme", next);
      theme(next);
    });
    byId("language").addEventListener("click", () => language(labels.other()));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => theme());
    graph.begin(choose);
    finder.begin(choose);
    statePanel.begin(choose);
    addEventListener("popstate", () => guarded(route));
    addEventListener("keydown", (event) => {
      if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
        event.preventDefault();
        location.hash = view === "map" ? location.hash : "#map";
        byId("words")?.focus();
      } else if (event.key === "Escape" && view === "map") choose(-1);
    });
    await guarded(async () => {
      await load();
      await route();
    });
    document.documentElement.dataset.ready = "true";
    if (!source.exported) watch();
  }

  begin();
})();
