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

// Documents and shadow roots of the page: counted by `roots`, given by `root`.
let allRoots = [];
function roots() {
  allRoots = [document];
  for (let i = 0; i < allRoots.length && i < 1000; i++) {
    const found = allRoots[i].querySelectorAll("*");
    for (let k = 0; k < found.length; k++) {
      const inner = shadowOf(found[k]) || documentIn(found[k]);
      if (inner) allRoots.push(inner);
    }
  }
  return allRoots.length;
}
const root = (index) => allRoots[index] || null;

globalThis.__webnavigator = Object.freeze({
  token: "%TOKEN%", capture, find, resolve, pathOf, roleOf, nameOf, textOf, rectOf: topRect, nodes, listen, adopt, roots, root,
  locate, choose, focusField,
});
