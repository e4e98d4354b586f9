// One walk over all that is laid out, frames and shadow roots included: structure, controls, headings, text, tree.
const MAX_NODES = 250000;
const MAX_TREE = 1000000;
const MAX_TEXT = 200000;
const MAX_REGION = 4000;

class Walk {
  constructor(base) {
    this.paths = new Paths();
    this.base = base; // path of the frame element above, with CROSSING, for a document of another process
    this.out = { structure: [], states: {}, elements: [], headings: [], regions: [], tree: [], blind: [], foreign: [] };
    this.region = null;
    this.textLength = 0;
    this.treeLength = 0;
    this.nodes = 0;
    this.scopes = []; // headings in force: {text, inside: the element they stand over}, innermost last
    this.rows = new Map();
    this.gap = false;
    this.noted = new Set();
  }

  note(words) {
    if (!this.noted.has(words)) this.out.blind.push(words);
    this.noted.add(words);
  }

  run(doc) {
    const root = documentElement(doc);
    if (!root) return;
    const modals = selectAll(root, "dialog:modal");
    const start = {
      landmark: "", indent: 0, clear: true, pointer: false, control: null, x: 0, y: 0, depth: 0, name: "",
      modal: modals.length ? modals[modals.length - 1] : null,
    };
    this.curtain = this.base ? null : curtain();
    start.covered = this.curtain !== null;
    const view = viewOf(doc) || window;
    start.x = this.base ? 0 : view.scrollX;
    start.y = this.base ? 0 : view.scrollY;
    const stack = [[root, start]];
    while (stack.length) {
      const [node, context] = stack.pop();
      if (context === null) node(); // <object> elements are functions too, so the type tells nothing
      else if (nodeType(node) === TEXT) this.text(node, context);
      else if (++this.nodes > MAX_NODES) {
        this.note(`page cut after ${MAX_NODES} elements`);
        break;
      } else this.element(node, context, stack);
    }
  }

  text(node, context) {
    const value = nodeValue(node);
    const text = readable(value);
    if (!text || context.muted) {
      if (/\s/.test(value)) this.gap = true;
      return;
    }
    if (!context.name.includes(text)) this.line(context.indent, `text ${JSON.stringify(text)}`);
    if (/^\s/.test(value)) this.gap = true;
    this.say(text, context.landmark, this.headingOver(node));
    this.gap = /\s$/.test(value);
  }

  // The heading that an element or text stands under.
  headingOver(node) {
    const scopes = this.scopes;
    while (scopes.length && !holds(scopes[scopes.length - 1].inside, node, this.paths.frames)) scopes.pop();
    return scopes.length ? scopes[scopes.length - 1].text : "";
  }

  say(text, landmark, heading) {
    let region = this.region;
    if (!region || region.l !== landmark || region.h !== heading) {
      region = this.region = { l: landmark, h: heading, t: "" };
      this.out.regions.push(region);
    }
    if (region.t.length + text.length > MAX_REGION) return this.note("text of a region cut at 4,000 characters");
    if (this.textLength + text.length > MAX_TEXT) return this.note("text of the page cut at 200,000 characters");
    region.t += (region.t && this.gap ? " " : "") + text;
    this.textLength += text.length + 1;
  }

  line(indent, words) {
    this.treeLength += words.length + indent + 1;
    if (this.treeLength > MAX_TREE) return this.note("accessibility tree cut at 1 MB");
    this.out.tree.push(" ".repeat(Math.min(indent, 60)) + words);
  }

  element(element, context, stack) {
    const tag = localName(element);
    if (SKIPPED.has(tag)) return;
    const style = styleOf(element);
    if (style.display === "none" || attr(element, "aria-hidden") === "true" || hasAttr(element, "inert")) return;
    if (context.depth > MAX_DEPTH) return this.note(`elements nested deeper than ${MAX_DEPTH}`);
    const inline = style.display === "inline" || style.display === "contents" || style.display === "inline-block";
    if (!inline || tag === "br") this.gap = true;
    const inner = { ...context, depth: context.depth + 1 };
    if (context.modal) this.enterModal(element, context, inner);
    if (context.covered && this.curtain.has(element)) inner.covered = false;
    if (isPassing(element)) inner.passing = true;
    inner.muted = style.visibility !== "visible" || !!inner.modal;
    this.clip(element, style, context, inner);
    if (!inner.muted && !inner.clipped) this.visible(element, tag, style, context, inner, stack);
    else inner.muted = true;
    if (style.contentVisibility === "hidden") return;
    this.descend(element, tag, inner, stack, !inline);
  }

  // Under an open modal dialog all else is inert: only the dialog and what is in it can be operated.
  enterModal(element, context, inner) {
    if (element === context.modal) inner.modal = null;
  }

  clip(element, style, context, inner) {
    if (style.opacity === "0") inner.faint = true;
    if (context.clipped && style.position === "fixed") inner.clipped = false;
    if (style.overflowX !== "visible" && style.display !== "inline" && style.display !== "contents") {
      const rect = rectOf(element);
      if (rect.width < 1 || rect.height < 1) inner.clipped = true;
    }
    if (/auto|scroll/.test(style.overflowY + style.overflowX)) inner.scrolls = true;
    inner.pointer = style.cursor === "pointer";
  }

  visible(element, tag, style, context, inner, stack) {
    const role = liveRole(element, roleOf(element));
    const why = operability(element, role, style, context.pointer || (context.control !== null && context.control.whole));
    if (!role && !why) return;
    const name = role ? nameOf(element, role) : "";
    const states = statesOf(element, role);
    const told = tag === "label" || tag === "summary" || role || "";
    inner.line = this.out.tree.length;
    if (role) this.structural(element, role, name, states, context, inner);
    if (role === "heading" && name) this.head(element, name);
    if (LANDMARKS.has(role) && (role !== "form" || named(element))) inner.landmark = role;
    if (why) this.control(element, tag, role, name, states, why, style, context, inner, stack);
    if (tag === "canvas") this.note(`canvas ${JSON.stringify(name || attr(element, "id") || "")}`);
    if (hasAttr(element, "usemap")) this.imageMap(element, name, context, inner);
  }

  head(element, name) {
    this.out.headings.push(cut(name, 300));
    this.scopes.push({ text: cut(name, 200), inside: headed(element) });
  }

  structural(element, role, name, states, context, inner) {
    const path = this.base + this.paths.of(element);
    if (inner.passing) return this.tell(element, role, name, states, context, inner);
    this.out.structure.push(path);
    const telling = states.filter((state) => TELLING.has(state));
    if (telling.length) this.out.states[path] = telling.join(",");
    this.tell(element, role, name, states, context, inner);
  }

  tell(element, role, name, states, context, inner) {
    const marks = states.length ? ` [${states.join(", ")}]` : "";
    if (context.name && !name && TEXT_LEVEL.has(role)) return; // its text is in the name of what is around it
    this.line(context.indent, role + (name ? ` ${JSON.stringify(cut(name, 500))}` : "") + marks);
    inner.indent = context.indent + 1;
    if (name) inner.name = NAMED_BY_CONTENT.has(role) ? name : "";
  }

  control(element, tag, role, name, states, why, style, context, inner, stack) {
    if (inner.covered) return;
    const box = this.boxOf(element, context);
    if (!this.canBeSeen(element, tag, box, inner)) return;
    const text = cut(ownText(element, role), 80);
    const label = name || text;
    const record = {
      x: this.base + this.paths.of(element), r: role === "label" ? "" : role, n: cut(name, 300), i: attr(element, "id") || "",
      d: attr(element, "data-testid") || attr(element, "data-test") || attr(element, "data-cy") || "", t: text,
      h: hrefOf(element, tag), g: tag, k: typeOf(element, tag), l: inner.landmark, b: box, s: states,
      e: role === "" || why === "listener" && !WIDGETS.has(role) ? 1 : 0, f: formOf(element, tag),
      u: opensUnderPointer(element, states) ? 1 : 0,
      a: attributesOf(element, tag, label), o: tag === "select" || element.list ? optionsOf(element) : [], v: valueOf(element, tag),
      c: contextOf(element, label, this.headingOver(element), this.rows),
      p: inner.line,
    };
    if (tag === "select" && element.options.length > MAX_OPTIONS) this.note(`options of ${JSON.stringify(label)} cut`);
    const at = this.out.elements.push(record) - 1;
    const frame = { record, at, inside: 0, last: null, pointed: style.cursor === "pointer" && !context.pointer, whole: why === "role" };
    if (context.control) {
      context.control.inside++;
      context.control.last = record;
    }
    inner.control = frame;
    if (why !== "role") stack.push([() => this.judge(frame, why), null]);
  }

  // The linked areas of an image map: they have no box of their own, and lie on the picture.
  imageMap(element, name, context, inner) {
    this.note(`image map ${JSON.stringify(name)}`);
    const map = (attr(element, "usemap") || "").replace(/^#/, "");
    const holder = map && select(ownerDocument(element).documentElement, `map[name="${CSS.escape(map)}"]`);
    if (!holder || inner.covered) return;
    for (const area of selectAll(holder, "area[href]")) {
      const label = readable(attr(area, "aria-label") || attr(area, "alt") || attr(area, "title") || "");
      this.out.elements.push({
        x: this.base + this.paths.of(area), r: "link", n: cut(label, 300), i: attr(area, "id") || "", d: "", t: "",
        h: hrefOf(area, "area"), g: "area", k: "", l: inner.landmark, b: this.boxOf(element, context), s: [], e: 0,
        f: null, a: attributesOf(area, "area", label), o: [], v: "", c: cut(name, 120), p: this.out.tree.length,
      });
    }
  }

  // A wrapper without a role of its own: dropped when it only holds controls that are reported themselves.
  judge(frame, why) {
    const { record, inside } = frame;
    if (inside ? this.delegates(frame, why) : isBackdrop(record)) this.out.elements[frame.at] = null;
  }

  // A row or card that listens and shows the hand for all of it is pressed itself, whatever buttons it holds.
  delegates({ record, inside, last, pointed }, why) {
    if (why !== "listener") return true;
    if (record.a.onclick !== undefined) return false;
    if ((inside > 1 && !pointed) || !record.t) return true;
    return sameBox(record.b, last.b) || record.t === (last.n || last.t);
  }

  boxOf(element, context) {
    let rect = rectOf(element);
    if (rect.width < 2 || rect.height < 2) {
      const child = select(element, "img,svg,span,div,i,h1,h2,h3,h4,p");
      if (child) rect = rectOf(child);
    }
    return [rect.x + context.x, rect.y + context.y, rect.width, rect.height].map(Math.round);
  }

  canBeSeen(element, tag, box, inner) {
    const [x, y, width, height] = box;
    const toggles = tag === "input" && /^(checkbox|radio|file)$/.test(element.type);
    if (inner.faint && !toggles) return false;
    return width > 1 && height > 1 && (inner.scrolls || (x + width > 0 && y + height > 0));
  }

  descend(element, tag, inner, stack, block) {
    if (tag === "iframe" || tag === "frame" || tag === "object") return this.frame(element, tag, inner, stack);
    if (LEAVES.has(tag) && !(DRAWN.has(tag) && holdsParts(element))) return;
    if (tag === "details" && !element.open) return this.closedDetails(element, inner, stack);
    if (block) stack.push([() => { this.gap = true; }, null]);
    const children = laidOutChildren(element);
    for (let i = children.length - 1; i >= 0; i--) stack.push([children[i], inner]);
  }

  closedDetails(element, inner, stack) {
    const summary = select(element, "summary");
    if (summary) stack.push([summary, inner]);
  }

  frame(element, tag, inner, stack) {
    const doc = documentIn(element);
    if (!doc) return tag !== "object" && !inner.muted ? this.foreignFrame(element, inner) : undefined;
    const root = documentElement(doc);
    if (!root) return;
    const rect = rectOf(element);
    if (rect.width < 2 || rect.height < 2) return;
    this.paths.frames.set(doc, element);
    const x = inner.x + rect.x + element.clientLeft;
    const y = inner.y + rect.y + element.clientTop;
    stack.push([root, { ...inner, x, y, pointer: false, control: null, name: "" }]);
  }

  foreignFrame(element, inner) {
    const rect = rectOf(element);
    if (rect.width < 2 || rect.height < 2) return;
    const path = this.base + this.paths.of(element);
    const [left, top] = [inner.x + rect.x + element.clientLeft, inner.y + rect.y + element.clientTop].map(Math.round);
    this.out.foreign.push({ x: path, u: cut(element.src || "", 500), left, top });
    this.out.elements.push({ foreign: path }); // stands where its controls go
  }
}

const SKIPPED = new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title", "base", "datalist", "param", "source", "track"]);
const LEAVES = new Set(["input", "textarea", "select", "svg", "canvas", "video", "audio", "img", "math", "embed", "meter", "progress"]);

// Live regions that say nothing come and go unseen.
const LIVE = new Set(["log", "status", "alert", "timer", "marquee", "tooltip"]);
const liveRole = (element, role) => (LIVE.has(role) && !firstChild(element) ? "" : role);

// What is only said, for a moment: tooltips, toasts, announcements. They hold nothing to operate, and make no state.
const MANY_PARTS = 12;
function isPassing(element) {
  const live = attr(element, "aria-live");
  if (!LIVE.has(attr(element, "role")) && (!live || live === "off")) return false;
  return selectAll(element, "*").length <= MANY_PARTS && !select(element, TO_OPERATE);
}
const TO_OPERATE = "a[href],button,input,select,textarea,[tabindex],[role=button],[role=link],[role=tab],[role=menuitem],h1,h2,h3";

// The element that a heading stands over: its parent, or what is around a header that holds the heading alone.
// A heading of the first level stands over all that follows in its dialog, article or page.
function headed(heading) {
  if (localName(heading) === "h1" || attr(heading, "aria-level") === "1") {
    return closest(heading, "dialog,[role=dialog],article,main,[role=main]") || documentElement(ownerDocument(heading));
  }
  let node = heading;
  for (let up = 0; up < 4; up++) {
    const parent = parentOf(node);
    if (!parent || nodeType(parent) !== ELEMENT) break;
    node = parent;
    const wraps = localName(parent) === "header" || /head|title/i.test(`${localName(parent)} ${classOf(parent)}`) || !hasOther(parent, heading);
    if (!wraps) break;
  }
  return node;
}

function hasOther(parent, heading) {
  for (let node = firstChild(parent); node; node = nextSibling(node)) {
    if (node.contains(heading)) continue;
    const type = nodeType(node);
    if (type === TEXT ? nodeValue(node).trim() : type === ELEMENT && !SKIPPED.has(localName(node))) return true;
  }
  return false;
}

// Whether `node` lies in `container`, through shadow roots and frames.
function holds(container, node, frames) {
  for (let at = node; at; ) {
    if (container.contains(at)) return true;
    const root = rootNode(at);
    at = root.host || frames.get(root);
  }
  return false;
}

const TEXT_LEVEL = new Set(
  "code strong emphasis deletion insertion subscript superscript mark time abbr paragraph".split(" "),
);
// Drawings and formulas are one thing each, unless something in them can be read or operated by itself.
const DRAWN = new Set(["svg", "math"]);
const DRAWN_CONTENT = "a,text,[role],[tabindex],[onclick],foreignObject";
const MAX_SHAPES = 500;
function holdsParts(drawing) {
  if (select(drawing, DRAWN_CONTENT)) return true;
  return Array.from(selectAll(drawing, "*")).slice(0, MAX_SHAPES).some((shape) => listening.has(shape));
}

// What darkens the page behind a menu or dialog and closes it when pressed: large, empty and nameless.
function isBackdrop(record) {
  const [, , width, height] = record.b;
  return !record.n && !record.t && width > window.innerWidth * 0.6 && height > window.innerHeight * 0.6;
}

function sameBox(a, b) {
  return a.every((side, i) => Math.abs(side - b[i]) <= 6);
}

function typeOf(element, tag) {
  return tag === "input" || tag === "button" ? String(element.type).toLowerCase() : "";
}

function hrefOf(element, tag) {
  if (tag !== "a" && tag !== "area" || !(hasAttr(element, "href") || hasAttr(element, "xlink:href"))) return "";
  const href = element.href;
  return cut(typeof href === "string" ? href : new URL(href.baseVal, document.baseURI).href, 4000);
}

// All that one look at this document gives, as JSON text; `base` is "" or the path of the frame above + " >> ".
function capture(base) {
  const walk = new Walk(base || "");
  look.begin();
  try {
    walk.run(document);
  } finally {
    look.end();
  }
  const out = walk.out;
  out.elements = out.elements.filter((element) => element !== null);
  const root = documentElement(document);
  const body = bodyOf(document);
  const height = Math.max(root ? root.scrollHeight : 0, body ? body.scrollHeight : 0);
  return JSON.stringify({
    ...out, url: location.href, title: fold(titleOf(document)), language: (root && attr(root, "lang")) || "",
    type: typeOfDocument(document), height, nodes: walk.nodes, tree: out.tree.join("\n"), structure: out.structure.join("\n"),
  });
}

// Tell which elements have listeners of the page's own: the first so many for presses, the others for the pointer.
function listen(presses, ...elements) {
  elements.forEach((element, at) => {
    if (element && at >= presses) pointed.add(element);
    else if (element) listening.add(element.nodeType === ELEMENT ? element : document);
  });
}

// Make a closed shadow root walkable for this library alone.
function adopt(root) {
  closedRoots.set(root.host, root);
}
