// Waiting for a page to be quiet: loaded, no change of its DOM for a while, and no animation about to end.
const LONGEST_ANIMATION_MS = 1500; // longer ones are for show
const LONGEST_WAIT_FOR_ANIMATIONS_MS = 800;
const NOISE = 8; // changes of one element's attributes or text after which they count no more: clocks, carousels
const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true };

// All documents and shadow roots that can be reached.
function rootsNow() {
  const found = [document];
  for (let i = 0; i < found.length && i < 200; i++) {
    for (const element of everything(found[i])) {
      const inner = shadowOf(element) || documentIn(element);
      if (inner) found.push(inner);
    }
  }
  return found;
}

const endingSoon = (root) =>
  root.getAnimations().some((animation) => {
    const timing = animation.playState === "running" && animation.effect && animation.effect.getComputedTiming();
    return timing && timing.endTime < LONGEST_ANIMATION_MS;
  });

// Shadow roots that are made and elements that are defined change no document: they are counted.
const making = () => [rootsNow().length, selectAll(documentElement(document), ":not(:defined)").length].join();

// True as soon as something changes, in frames and shadow roots too; else, after `limitMs`, whether any was made.
function changes(limitMs) {
  return new Promise((resolve) => {
    const before = making();
    const observer = new MutationObserver(() => { observer.disconnect(); resolve(true); });
    for (const root of rootsNow()) observer.observe(root, CHANGES);
    setTimeout(() => { observer.disconnect(); resolve(making() !== before); }, limitMs);
  });
}

// Only words were put in the place of others, as a clock does.
const isOfText = (record) => [...record.addedNodes, ...record.removedNodes].every((node) => nodeType(node) === TEXT);

// True when the page is quiet, false when `limitMs` passed first.
function quiet(quietMs, limitMs) {
  return new Promise((resolve) => {
    const start = performance.now();
    const noisy = new Map();
    let last = start;
    const observer = new MutationObserver((records) => {
      for (const record of records) {
        const seen = (noisy.get(record.target) || 0) + 1;
        if (record.type !== "childList" || isOfText(record)) noisy.set(record.target, seen);
        if (seen <= NOISE) last = performance.now();
      }
    });
    const roots = rootsNow();
    for (const root of roots) observer.observe(root, CHANGES);
    const check = () => {
      const now = performance.now();
      const over = now - start >= limitMs;
      const loading = roots.some((root) => root.readyState === "loading") || document.readyState !== "complete";
      const wait = loading ? quietMs : quietMs - (now - last);
      const moving = () => now - start < LONGEST_WAIT_FOR_ANIMATIONS_MS && roots.some(endingSoon);
      if (over || (!loading && wait <= 0 && !moving())) {
        observer.disconnect();
        resolve(!over);
      } else setTimeout(check, Math.min(Math.max(4, wait), 50));
    };
    setTimeout(check, quietMs);
  });
}
