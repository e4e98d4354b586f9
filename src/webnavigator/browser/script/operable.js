// What a person can operate, and what the safety policy wants to know of it.
const WIDGETS = new Set(
  (
    "link button checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem combobox textbox " +
    "searchbox slider spinbutton"
  ).split(" "),
);
const NATIVE_CONTROLS = new Set(["button", "select", "textarea", "input"]);
const WRITTEN_IN = new Set(["select", "textarea", "input"]);
const POLICY_ATTRIBUTES = [
  "target", "download", "onclick", "rel", "title", "placeholder", "aria-controls", "aria-description", "name",
  "autocomplete", "accept", "data-method", "data-confirm", "data-turbo-method", "data-turbo-confirm", "data-remote",
  "data-action", "data-toggle", "data-bs-toggle", "hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete", "hx-confirm",
  "ping", "formmethod", "formaction", "min", "max", "pattern", "maxlength", "aria-invalid", "aria-autocomplete",
];
const listening = new WeakSet(); // elements that a script of the page listens on; filled by `listen`
const SEARCH_NAMES = /^(q|s|k|wd|kw|query|search|keywords?|term|text_search|search_?(query|term|text|key|word)s?)$/i;
const PAYMENT = /(^|[-_])(cc|card|credit|cvv|cvc|iban)([-_]|$)|card-?number/i;

// What a script that listens further out goes to when the element is pressed: <tr data-href="/orders/17">.
const ADDRESS = /^(https?:\/\/|\.{0,2}\/|#|[\w-]+\.(html?|php|aspx?)\b)/;
const namesTarget = (element) => ADDRESS.test(attr(element, "data-href") || "");

// Why an element can be operated: "role", "listener", "pointer", "focus", or "" when it cannot.
function operability(element, role, style, pointerAround) {
  const tag = localName(element);
  if (tag === "input") return element.type === "hidden" ? "" : "role";
  if (NATIVE_CONTROLS.has(tag)) return "role";
  if (tag === "option" || tag === "body" || tag === "html") return "";
  if (tag === "label") return hiddenControl(element) ? "role" : "";
  if (WIDGETS.has(role)) return "role";
  if (isEditor(element)) return "role";
  if (hasAttr(element, "onclick")) return "listener";
  if (listening.has(element)) return "listener";
  if (style.cursor === "pointer" && !pointerAround) return "pointer";
  if (!pointerAround && namesTarget(element)) return "pointer";
  if (role === "" && element.tabIndex >= 0 && hasAttr(element, "tabindex")) return "focus";
  return tag === "li" && isMenuWord(element) ? "pointer" : "";
}

// The checkbox or radio button that a label stands for when the control itself cannot be seen.
function hiddenControl(label) {
  const control = label.control;
  if (!control || localName(control) !== "input" || !/^(checkbox|radio|file)$/.test(control.type)) return null;
  const rect = rectOf(control);
  const style = styleOf(control);
  const seen = rect.width > 1 && rect.height > 1 && style.visibility === "visible";
  return seen && rect.right > 0 && rect.bottom + viewOf(ownerDocument(control)).scrollY > 0 ? null : control;
}

function statesOf(element, role) {
  const states = [];
  const aria = (name) => attr(element, `aria-${name}`);
  const tag = localName(element);
  if (aria("expanded") === "true") states.push("expanded");
  else if (aria("expanded") === "false") states.push("collapsed");
  if (tag === "summary") states.push(parentOf(element).open ? "expanded" : "collapsed");
  if (aria("selected") === "true" || (tag === "option" && element.selected)) states.push("selected");
  const checkable = tag === "input" && (element.type === "checkbox" || element.type === "radio");
  if (checkable ? element.checked : aria("checked") === "true") states.push("checked");
  if (aria("pressed") === "true") states.push("pressed");
  const current = aria("current");
  if (current && current !== "false") states.push("current");
  if ((tag === "details" || tag === "dialog") && element.open) states.push("open");
  if (element.disabled === true || aria("disabled") === "true") states.push("disabled");
  if (tag === "select" && element.multiple) states.push("multiple");
  if (element.required === true || aria("required") === "true") states.push("required");
  if (element.readOnly === true || aria("readonly") === "true") states.push("readonly");
  const popup = aria("haspopup");
  if (popup && popup !== "false") states.push("haspopup");
  return states;
}

// Of `statesOf`, those that make a page another state.
const TELLING = new Set(["expanded", "selected", "pressed", "current", "open", "disabled"]);

const formOwner = new Map(
  [
    [HTMLInputElement, "input"], [HTMLButtonElement, "button"], [HTMLSelectElement, "select"],
    [HTMLTextAreaElement, "textarea"],
  ].map(([type, tag]) => [tag, getter(type.prototype, "form")]),
);
const formAction = getter(HTMLFormElement.prototype, "action");
const formMethod = getter(HTMLFormElement.prototype, "method");
const forms = new WeakMap();

function formOf(element, tag) {
  const owner = formOwner.has(tag) ? formOwner.get(tag)(element) : null;
  const form = owner || (tag === "a" ? null : closest(element, "form"));
  if (!form) return null;
  const submits = /^(submit|image)$/.test(element.type || "");
  const method = (submits && hasAttr(element, "formmethod") && element.formMethod) || formMethod(form);
  const action = (submits && hasAttr(element, "formaction") && element.formAction) || formAction(form);
  return { m: method, a: cut(String(action), 2000), ...formTraits(form, method) };
}

function formTraits(form, method) {
  let traits = forms.get(form);
  if (!traits) {
    const fields = Array.from(selectAll(form, "input,textarea,select"));
    traits = {
      p: fields.some(isSensitive),
      o: isOneText(fields.filter((field) => !/^(hidden|submit|button|image|reset)$/.test(field.type))),
      q: attr(form, "role") === "search" || !!closest(form, "search,[role=search]"),
      f: fields.some((field) => field.type === "search" || SEARCH_NAMES.test(attr(field, "name") || "")),
    };
    forms.set(form, traits);
  }
  return { s: traits.q || (traits.f && method === "get"), p: traits.p, o: traits.o };
}

const isOneText = (fields) => fields.length === 1 && /^(text|search)$/.test(fields[0].type);

function isSensitive(field) {
  const kind = `${attr(field, "autocomplete") || ""} ${attr(field, "name") || ""}`;
  return field.type === "password" || field.type === "file" || kind.split(/\s+/).some((word) => PAYMENT.test(word));
}

function attributesOf(element, tag, label) {
  const found = {};
  for (const name of POLICY_ATTRIBUTES) {
    const value = attr(element, name);
    if (value !== null) found[name] = cut(value, 300);
  }
  const icon = label ? "" : iconOf(element);
  if (icon) found.icon = icon;
  if (tag === "a" && leadsToHidden(element)) found.unfolds = "";
  const written = WRITTEN_IN.has(tag) && !/^(checkbox|radio)$/.test(element.type || "");
  const beside = !label && written ? besides(element, label, wordsBetween) : "";
  if (beside) found.beside = beside;
  return found;
}

// Classes that may say what a nameless control shows: its own, its icons', an SVG symbol's name.
function iconOf(element) {
  const words = [classOf(element)];
  for (const child of Array.from(selectAll(element, "i,span,svg,use,img,[shape],[class*=icon]")).slice(0, 5)) {
    words.push(classOf(child), attr(child, "shape") || "", (attr(child, "href") || attr(child, "src") || "").split("/").pop());
  }
  return cut(fold(words.join(" ")), 200);
}

function valueOf(element, tag) {
  if (tag === "select") return cut(Array.from(element.selectedOptions, (option) => fold(option.label)).join(" | "), 200);
  if (tag !== "input" && tag !== "textarea") return "";
  if (tag === "input" && /^(checkbox|radio|button|submit|reset|image|file|password|hidden)$/.test(element.type)) return "";
  return isSensitive(element) ? "" : cut(element.value, tag === "textarea" ? MAX_WRITTEN : 500);
}

function optionsOf(element) {
  const options = element.options || (element.list && element.list.options) || [];
  return Array.from(options).slice(0, MAX_OPTIONS).map((option) => cut(fold(option.label || option.value), 200));
}
const MAX_OPTIONS = 500;
const MAX_WRITTEN = 4000; // of a field for longer texts

// Text of an element as it is laid out, with spaces between blocks.
function textOf(element) {
  return readable(cut(contentName(element, null) ?? textContent(element), 2000));
}

// Text of an element, for one without a role less what the controls in it are called: a row is not its buttons. What
// such an element's tooltip says counts for a sign that says nothing in words.
const MOST_INSIDE = 12;
const WORDS = /[\p{L}\p{N}]/u;
function ownText(element, role) {
  let text = textOf(element);
  if (role) return text;
  if (!WORDS.test(text)) return fold(attr(element, "title") || "") || text;
  const inside = Array.from(selectAll(element, "a[href],button,input[type=submit],select,[role=button],[role=link]"));
  if (inside.length > MOST_INSIDE) return text;
  for (const control of inside) {
    const words = textOf(control);
    if (words && words !== text) text = text.replace(words, " ");
  }
  return fold(text);
}

// Text of an element less what the controls in it are called, be it nothing.
function wordsBetween(element) {
  const text = ownText(element, "");
  return Array.from(selectAll(element, TO_OPERATE)).some((control) => textOf(control) === text) ? "" : text;
}

// What tells equal labels apart: the row or list item around, else the heading above, else what stands beside it.
function contextOf(element, label, heading, rows) {
  const cell = label ? null : closest(element, "th,td,[role=columnheader]");
  const column = cell && textOf(cell);
  if (column) return cut(column, 120);
  const around = closest(element, "tr,[role=row],li,[role=listitem],article,dd");
  let text = around ? rows.get(around) : "";
  if (text === undefined) {
    text = rowText(around);
    rows.set(around, text);
  }
  return text && text !== label ? text : cut(heading || besides(element, label), 120);
}

// Text of the smallest element around that says more than the label; "" when that is much. `tell` reads an element.
function besides(element, label, tell = textOf) {
  let node = element;
  for (let up = 0; up < 4; up++) {
    node = parentOf(node);
    if (!node || nodeType(node) !== ELEMENT) return "";
    if (/^(ul|ol|nav|table|body)$/.test(localName(node)) || node.childElementCount > 12) return "";
    if (textContent(node).length > 1000) return "";
    const text = tell(node);
    if (text && text !== label) return text.length <= 80 ? text : "";
  }
  return "";
}

function rowText(row) {
  const header = select(row, "th[scope=row],[role=rowheader],h1,h2,h3,h4,h5,h6");
  if (header) return cut(textOf(header), 120);
  const whole = textContent(row);
  return whole.length > 3000 ? "" : cut(spaced(row), 120);
}

// Text of a row with spaces between its cells.
function spaced(row) {
  const cells = Array.from(selectAll(row, "td,th,[role=cell],[role=gridcell]"));
  if (!cells.length) return textOf(row);
  return fold(cells.slice(0, 12).map(textOf).filter(Boolean).join(" · "));
}
