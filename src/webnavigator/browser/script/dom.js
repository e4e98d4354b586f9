// Reading the DOM safely: a form or a document answers to the names of its own controls ("document.body",
// "form.action" may be an <input>), so every property is read through the getter of its prototype.
const call = Function.prototype.call;
const method = (proto, name) => call.bind(proto[name]);
const getter = (proto, name) => call.bind(Object.getOwnPropertyDescriptor(proto, name).get);

const ELEMENT = 1;
const TEXT = 3;
const CROSSING = " >> ";
const MAX_DEPTH = 512; // the HTML parser's own limit; only scripts nest deeper

const parentOf = getter(Node.prototype, "parentNode");
const firstChild = getter(Node.prototype, "firstChild");
const lastChild = getter(Node.prototype, "lastChild");
const nextSibling = getter(Node.prototype, "nextSibling");
const previousSibling = getter(Node.prototype, "previousSibling");
const nodeType = getter(Node.prototype, "nodeType");
const ownerDocument = getter(Node.prototype, "ownerDocument");
const childrenOf = getter(Element.prototype, "children");
const textContent = getter(Node.prototype, "textContent");
const nodeValue = getter(Node.prototype, "nodeValue");
const rootNode = method(Node.prototype, "getRootNode");
const localName = getter(Element.prototype, "localName");
const namespaceOf = getter(Element.prototype, "namespaceURI");
const classOf = (element) => attr(element, "class") || "";
const openRoot = getter(Element.prototype, "shadowRoot");
const attr = method(Element.prototype, "getAttribute");
const hasAttr = method(Element.prototype, "hasAttribute");
const matches = method(Element.prototype, "matches");
const closest = method(Element.prototype, "closest");
const rectOf = method(Element.prototype, "getBoundingClientRect");
const isShown = method(Element.prototype, "checkVisibility");
const select = method(Element.prototype, "querySelector");
const selectAll = method(Element.prototype, "querySelectorAll");
const assigned = method(HTMLSlotElement.prototype, "assignedNodes");
const frameDocument = getter(HTMLIFrameElement.prototype, "contentDocument");
const documentElement = getter(Document.prototype, "documentElement");
const bodyOf = getter(Document.prototype, "body");
const titleOf = getter(Document.prototype, "title");
const typeOfDocument = getter(Document.prototype, "contentType");
const viewOf = getter(Document.prototype, "defaultView");
const byId = method(Document.prototype, "getElementById");
const allInDocument = method(Document.prototype, "querySelectorAll");
const allInFragment = method(DocumentFragment.prototype, "querySelectorAll");
const everything = (root) => (nodeType(root) === 9 ? allInDocument(root, "*") : allInFragment(root, "*"));
const HTML = "http://www.w3.org/1999/xhtml";

// Shadow roots that are closed to scripts; the browser's own tools handed them over (see `adopt`).
const closedRoots = new WeakMap();
const shadowOf = (element) => openRoot(element) || closedRoots.get(element) || null;

const fold = (text) => text.replace(/[\s\u200b\ufeff]+/g, " ").trim();
// Icon fonts draw glyphs from the private use areas: nothing that a person reads.
const readable = (text) => fold(text.replace(/[\ue000-\uf8ff]|[\udb80-\udbff][\udc00-\udfff]/g, ""));
const cut = (text, length) => (text.length > length ? text.slice(0, length) : text);

function styleOf(element, pseudo) {
  const view = viewOf(ownerDocument(element)) || window;
  return view.getComputedStyle(element, pseudo);
}

function documentIn(element) {
  const name = localName(element);
  if (name !== "iframe" && name !== "frame" && name !== "object") return null;
  try {
    return name === "iframe" ? frameDocument(element) : element.contentDocument;
  } catch {
    return null;
  }
}

// Children as they are laid out: a shadow root's instead of its host's, a slot's assigned nodes.
function laidOutChildren(element) {
  const shadow = shadowOf(element);
  if (shadow) return nodesUnder(shadow);
  if (localName(element) === "slot" && nodeType(rootNode(element)) === 11) {
    const nodes = assigned(element);
    if (nodes.length) return nodes;
  }
  return nodesUnder(element);
}

function nodesUnder(parent) {
  const nodes = [];
  for (let node = firstChild(parent); node; node = nextSibling(node)) {
    const type = nodeType(node);
    if (type === ELEMENT || type === TEXT) nodes.push(node);
  }
  return nodes;
}
