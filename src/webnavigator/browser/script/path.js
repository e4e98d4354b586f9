// Full XPaths, and the way back. A path is `/html[1]/body[1]/div[2]`: local names, counted from 1 among siblings of
// the same name. Where a path enters a frame or a shadow root the segments are joined by " >> ".

// Indexes of all children of `parent`, counted once.
function countChildren(parent, steps) {
  const seen = new Map();
  for (let node = firstChild(parent); node; node = nextSibling(node)) {
    if (nodeType(node) !== ELEMENT) continue;
    const name = localName(node);
    const index = (seen.get(name) || 0) + 1;
    seen.set(name, index);
    steps.set(node, `/${name}[${index}]`);
  }
}

class Paths {
  constructor() {
    this.steps = new Map();
    this.paths = new Map();
    this.frames = new Map(); // document -> the frame element that holds it
  }

  // Path of an element; iterative, since pages nest as deep as they like.
  of(element) {
    const chain = [];
    let node = element;
    let path = "";
    while (node) {
      const known = this.paths.get(node);
      if (known !== undefined) {
        path = known;
        break;
      }
      chain.push(node);
      node = nodeType(node) === ELEMENT ? parentOf(node) : this.hostOf(node);
    }
    for (let i = chain.length - 1; i >= 0; i--) {
      path = nodeType(chain[i]) === ELEMENT ? path + this.step(chain[i]) : path && path + CROSSING;
      this.paths.set(chain[i], path);
    }
    return path;
  }

  hostOf(root) {
    if (nodeType(root) === 11) return root.host || null;
    return this.frames.get(root) || null;
  }

  step(element) {
    let step = this.steps.get(element);
    if (step === undefined) {
      const parent = parentOf(element);
      if (parent) countChildren(parent, this.steps);
      step = this.steps.get(element) || `/${localName(element)}[1]`;
    }
    return step;
  }
}

const STEP = /^(.+)\[(\d+)\]$/;

function childAt(parent, name, index) {
  let left = index;
  for (let node = firstChild(parent); node; node = nextSibling(node)) {
    if (nodeType(node) === ELEMENT && localName(node) === name && --left === 0) return node;
  }
  return null;
}

// The element at one segment below `root` (a document or shadow root), or null.
function resolve(segment, root) {
  let node = root || document;
  for (const part of segment.split("/").slice(1)) {
    const step = STEP.exec(part);
    node = step && childAt(node, step[1], Number(step[2]));
    if (!node) return null;
  }
  return node === root ? null : node;
}

// The element at a whole path, or null; {foreign: element, rest: path} where it goes on in a frame of another process.
function find(path) {
  let root = document;
  const segments = path.split(CROSSING);
  for (let i = 0; i < segments.length; i++) {
    const element = resolve(segments[i], root);
    if (!element || i === segments.length - 1) return element;
    root = shadowOf(element) || documentIn(element);
    if (!root) {
      const foreign = /^(iframe|frame|object)$/.test(localName(element));
      return foreign ? { foreign: element, rest: segments.slice(i + 1).join(CROSSING) } : null;
    }
  }
  return null;
}
