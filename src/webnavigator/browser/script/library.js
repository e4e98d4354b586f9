// What stays in the isolated world of a document.
function topRect(element) {
  const rect = rectOf(element);
  const box = { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
  let view = ownerDocument(element).defaultView;
  while (view && view !== window) {
    const holder = view.frameElement;
    if (!holder) break;
    const outer = rectOf(holder);
    box.x += outer.x + holder.clientLeft;
    box.y += outer.y + holder.clientTop;
    view = ownerDocument(holder).defaultView;
  }
  return box;
}

function pathOf(element) {
  const paths = new Paths();
  let doc = ownerDocument(element);
  while (doc !== document && doc.defaultView && doc.defaultView.frameElement) {
    const holder = doc.defaultView.frameElement;
    paths.frames.set(doc, holder);
    doc = ownerDocument(holder);
  }
  return paths.of(element);
}

function nodes(root) {
  const found = [];
  const stack = [root || document.documentElement];
  while (stack.length) {
    const node = stack.pop();
    if (nodeType(node) !== ELEMENT) {
      if (nodeType(node) !== TEXT) stack.push(...nodesUnder(node).reverse());
      continue;
    }
    found.push(node);
    const inner = documentIn(node);
    const below = inner ? nodesUnder(inner) : laidOutChildren(node);
    for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]);
  }
  return found;
}

// Documents and shadow roots of the page, given by `root(i)`, and elements that may hide a closed shadow root, given by
// `host(i)`: elements that show something and hold nothing. Each host is offered once.
let allRoots = [];
let allHosts = [];
const offered = new WeakSet();
function roots() {
  allRoots = [document];
  allHosts = [];
  for (let i = 0; i < allRoots.length && i < 1000; i++) {
    const found = everything(allRoots[i]);
    for (let k = 0; k < found.length; k++) {
      const inner = shadowOf(found[k]) || documentIn(found[k]);
      if (inner) allRoots.push(inner);
      else if (mayHide(found[k])) allHosts.push(found[k]);
    }
  }
  return { roots: allRoots.length, hosts: allHosts.length };
}
const root = (index) => allRoots[index] || null;
const host = (index) => allHosts[index] || null;

// What HTML lets carry a shadow root besides custom elements.
const HOSTS = new Set("article aside blockquote div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));
const LEAST_HOST_PX = 8;

function mayHide(element) {
  const custom = localName(element).includes("-");
  if (!(custom || HOSTS.has(localName(element))) || offered.has(element) || element.firstElementChild) return false;
  const rect = rectOf(element);
  const least = custom ? 2 : LEAST_HOST_PX;
  if (rect.width < least || rect.height < least || textContent(element).trim()) return false;
  if (!custom && isPainted(element)) return false;
  offered.add(element);
  return true;
}

// An empty box that is seen for its own colour, picture, border or generated text: an icon, a bar, a spacer.
function isPainted(element) {
  const style = styleOf(element);
  if (style.backgroundImage !== "none" || style.maskImage !== "none" || style.borderTopWidth !== "0px") return true;
  if (!/^(transparent|rgba\(\d+, \d+, \d+, 0\))$/.test(style.backgroundColor)) return true;
  return ["::before", "::after"].some((part) => !/^(none|normal)$/.test(styleOf(element, part).content));
}

globalThis.__webnavigator = Object.freeze({
  token: "%TOKEN%", capture, find, resolve, pathOf, roleOf, nameOf, textOf, rectOf: topRect, nodes, listen, adopt, roots, root, host,
  locate, choose, focusField, pressed, frameOrigin, coverAt, quiet, changes,
  walls, takeAway,
});
