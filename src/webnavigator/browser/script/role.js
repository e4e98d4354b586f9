// Roles as Chromium's accessibility tree gives them, under their ARIA names where ARIA has one ("img" for Chromium's
// "image", "button" for its "DisclosureTriangle"). "" stands for generic, none and presentation.
const ARIA_ROLES = new Set(
  (
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog directory document emphasis feed figure form grid gridcell " +
    "group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem " +
    "menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio " +
    "radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong " +
    "subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree " +
    "treegrid treeitem generic comment sectionheader sectionfooter"
  ).split(" "),
);
const INPUT_ROLES = {
  button: "button", submit: "button", reset: "button", image: "button", file: "button", color: "button",
  checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", hidden: "",
};
const TAG_ROLES = {
  abbr: "abbr", address: "group", article: "article", aside: "complementary", audio: "audio", blockquote: "blockquote",
  button: "button", canvas: "canvas", caption: "caption", code: "code", dd: "definition", del: "deletion",
  details: "group", dfn: "term", dialog: "dialog", dl: "list", dt: "term", em: "emphasis", embed: "object",
  fieldset: "group", figcaption: "figcaption", figure: "figure", form: "form", frame: "iframe", h1: "heading",
  h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading", hgroup: "group", hr: "separator",
  iframe: "iframe", ins: "insertion", label: "label", legend: "legend", li: "listitem", main: "main", mark: "mark",
  math: "math", menu: "list", meter: "meter", nav: "navigation", object: "object", ol: "list", optgroup: "group",
  option: "option", output: "status", p: "paragraph", progress: "progressbar", ruby: "ruby", s: "deletion",
  search: "search", strong: "strong", sub: "subscript", summary: "summary", sup: "superscript", svg: "img",
  table: "table", tbody: "", td: "cell", textarea: "textbox", tfoot: "rowgroup", th: "columnheader",
  thead: "rowgroup", time: "time", tr: "row", ul: "list", video: "video",
};
const SECTIONING = "article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";

const named = (element) =>
  !!(attr(element, "aria-label") || attr(element, "aria-labelledby") || attr(element, "title"));

const NATIVE = {
  a: (element) => (hasAttr(element, "href") ? "link" : ""),
  area: (element) => (hasAttr(element, "href") ? "link" : ""),
  header: (element) => (closest(element, SECTIONING) ? "sectionheader" : "banner"),
  footer: (element) => (closest(element, SECTIONING) ? "sectionfooter" : "contentinfo"),
  img: (element) => (attr(element, "alt") === "" && !named(element) ? "" : "img"),
  input: inputRole,
  label: (element) => (namesToggle(element) ? "" : "label"),
  p: (element) => (element.firstElementChild || textContent(element).trim() ? "paragraph" : ""),
  section: (element) => (named(element) ? "region" : ""),
  select: (element) => (element.multiple || element.size > 1 ? "listbox" : "combobox"),
  summary: (element) => (isSummary(element) ? "button" : ""),
  table: (element) => (isDataTable(element) ? "table" : ""),
  tr: (element) => (inDataTable(element) ? "row" : ""),
  thead: (element) => (inDataTable(element) ? "rowgroup" : ""),
  tfoot: (element) => (inDataTable(element) ? "rowgroup" : ""),
  td: cellRole,
  th: headerRole,
};

// The label of a checkbox or radio button is that control's name and no more, unless it holds elements.
function namesToggle(label) {
  const control = label.control;
  if (!control || !/^(checkbox|radio)$/.test(control.type || "")) return false;
  const inner = label.firstElementChild;
  return !inner || (inner === control && label.childElementCount === 1);
}

function inputRole(element) {
  const type = element.type;
  if (type in INPUT_ROLES) return INPUT_ROLES[type];
  return hasAttr(element, "list") && element.list ? "combobox" : "textbox";
}

function isSummary(element) {
  const parent = parentOf(element);
  return !!parent && nodeType(parent) === ELEMENT && localName(parent) === "details";
}

// Tables that only lay out: no sign of data and a single row or column (a short form of Chromium's own rule).
const dataTables = new WeakMap();
function isDataTable(table) {
  let data = dataTables.get(table);
  if (data === undefined) {
    data = looksLikeData(table);
    dataTables.set(table, data);
  }
  return data;
}

function looksLikeData(table) {
  if (hasAttr(table, "role") || hasAttr(table, "summary") || attr(table, "border") > 0) return true;
  if (named(table) || select(table, "caption,thead,tfoot,th,col,colgroup,[headers],[scope],[abbr]")) return true;
  const rows = table.rows;
  if (rows.length < 2 || rows[0].cells.length < 2) return false;
  if (rows.length >= 20) return true;
  const first = styleOf(rows[0].cells[0]);
  return parseFloat(first.borderTopWidth) > 0 || parseFloat(first.borderLeftWidth) > 0 || rows[0].cells.length >= 5;
}

function inDataTable(element) {
  const table = closest(element, "table");
  if (!table) return false;
  const role = attr(table, "role");
  return role === "presentation" || role === "none" ? false : isDataTable(table);
}

function cellRole(element) {
  if (!inDataTable(element)) return "";
  const role = attr(closest(element, "table"), "role");
  return role === "grid" || role === "treegrid" ? "gridcell" : "cell";
}

function headerRole(element) {
  if (!inDataTable(element)) return "";
  const scope = (attr(element, "scope") || "").toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  const row = parentOf(element);
  const inHead = row && nodeType(parentOf(row)) === ELEMENT && localName(parentOf(row)) === "thead";
  if (inHead) return "columnheader";
  for (let node = firstChild(row); node; node = nextSibling(node)) {
    if (nodeType(node) === ELEMENT && localName(node) === "td") return "rowheader";
  }
  return "columnheader";
}

const FOCUSABLE = "a[href],area[href],button,input,select,textarea,summary,iframe,[tabindex],[contenteditable]";
const PRESENTATION = new Set(["none", "presentation"]);

function explicitRole(element) {
  const value = attr(element, "role");
  if (!value) return null;
  for (const token of value.toLowerCase().split(/\s+/)) {
    if (!ARIA_ROLES.has(token)) continue;
    if (PRESENTATION.has(token) && (matches(element, FOCUSABLE) || hasAttr(element, "aria-label"))) return null;
    if ((token === "form" || token === "region") && !named(element)) continue;
    return token;
  }
  return null;
}

// Of SVG and MathML.
function foreignRole(element, name) {
  if (name === "a") return hasAttr(element, "href") || hasAttr(element, "xlink:href") ? "link" : "";
  return name === "svg" ? "img" : name === "math" ? "math" : "";
}

function nativeRole(element) {
  const name = localName(element);
  if (namespaceOf(element) !== HTML) return foreignRole(element, name);
  const own = NATIVE[name];
  return own ? own(element) : TAG_ROLES[name] || "";
}

// The outermost of elements whose content can be edited; Chromium's tree calls it generic.
function isEditor(element) {
  if (!hasAttr(element, "contenteditable") || !element.isContentEditable) return false;
  const parent = parentOf(element);
  return !(parent && parent.isContentEditable);
}

// ARIA role, or "" when it is generic, none or presentation.
function roleOf(element) {
  const role = explicitRole(element) ?? (nativeRole(element) || (isEditor(element) ? "textbox" : ""));
  if (role === "image") return "img";
  return role === "generic" || PRESENTATION.has(role) ? "" : role;
}

const LANDMARKS = new Set([
  "banner", "navigation", "main", "complementary", "contentinfo", "search", "form", "region", "dialog", "alertdialog",
]);
