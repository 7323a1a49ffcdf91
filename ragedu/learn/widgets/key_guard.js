/* The key guard, the only JavaScript of ragedu.

   JupyterLab sends its command-mode keys to whatever has the focus and is no text field: on a button or a radio button
   of a widget, "b" inserts a cell, "d d" deletes one, and an arrow key leaves for the next cell. Lumino, below
   JupyterLab, lets a key alone when the focused element itself carries the attribute SUPPRESS.

   ipywidgets also leaves out names and states that a screen reader needs. They are added here, to widgets that are
   there and to those that come later. */

const SUPPRESS = "data-lm-suppress-shortcuts";
const INSTALLED = Symbol.for("ragedu.keyGuard");
const WIDGET = ".jupyter-widgets";

export default {
  // Runs when the kernel makes the guard, even where its output is scrolled away and so never drawn.
  initialize() {
    guardThisPage();
  },
  // Some front ends make a model only once it is drawn.
  render({ model, el }) {
    guardThisPage();
    el.textContent = model.get("line");
  },
};

/* Once for a page, however many notebooks are open and however often a set-up cell runs. It stays when a kernel goes:
   widgets that have lost their kernel still have the focus, and "d d" on them would still delete their cell. */
function guardThisPage() {
  if (window[INSTALLED]) return;
  window[INSTALLED] = true;
  // On the window and while capturing, so before Lumino, which listens on the document.
  window.addEventListener("keydown", guardKey, true);
  // Classes as well: ipywidgets gives a widget its own only once it stands in the page.
  const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(tendWhatCame).observe(document.body, watched);
  tend(document.body);
}

function guardKey(event) {
  const focused = event.target;
  if (focused.closest?.(WIDGET)) focused.toggleAttribute(SUPPRESS, !isForTheNotebook(event));
}

/* Running the cell, saving and the command palette keep working from inside a widget. */
function isForTheNotebook({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  const accel = ctrlKey || metaKey;
  if (altKey) return false;
  if (key === "Enter") return shiftKey || accel;
  return accel && (key.toLowerCase() === "s" || (shiftKey && key.toLowerCase() === "c"));
}

// --- names and states ---

const TENDED = {
  ".widget-radio": tendRadios,
  ".widget-slider": tendSlider,
  ".widget-toggle-buttons": tendToggles,
  ".widget-toggle-button": tendToggles,
  ".ragedu-question": tendQuestion,
  ".ragedu-feedback": tendFeedback,
};

function tendWhatCame(mutations) {
  const came = new Set();
  for (const { type, target, addedNodes } of mutations) {
    if (type === "attributes" && target.matches(".ragedu-question, .ragedu-feedback")) came.add(target);
    for (const node of addedNodes) {
      if (node instanceof Element) came.add(target.closest(WIDGET) ?? node); // a widget that redraws its inside
    }
  }
  came.forEach(tend);
}

function tend(root) {
  for (const [selector, how] of Object.entries(TENDED)) {
    if (root.matches(selector)) how(root);
    root.querySelectorAll(selector).forEach(how);
  }
}

let made = 0;
const newId = () => `ragedu-${++made}`;

function nameByLabel(element, widget) {
  const label = widget.querySelector(".widget-label")?.textContent.trim();
  if (label) element.setAttribute("aria-label", label);
}

function tendRadios(group) {
  group.setAttribute("role", "radiogroup");
  nameByLabel(group, group);
  // Radio buttons that share a name are one stop for Tab, and arrows move among them.
  group.dataset.rageduName ??= newId();
  for (const input of group.querySelectorAll("input")) input.name = group.dataset.rageduName;
}

function tendSlider(slider) {
  for (const handle of slider.querySelectorAll("[role=slider]")) nameByLabel(handle, slider);
}

function tendToggles(toggles) {
  const buttons = toggles.matches("button") ? [toggles] : [...toggles.querySelectorAll("button")];
  const tell = () => buttons.forEach((each) => each.setAttribute("aria-pressed", each.classList.contains("mod-active")));
  if (buttons[0] !== toggles) {
    toggles.setAttribute("role", "group");
    nameByLabel(toggles, toggles);
  }
  tell();
  const watch = new MutationObserver(tell);
  buttons.forEach((each) => watch.observe(each, { attributes: true, attributeFilter: ["class"] }));
}

/* Whoever tabs into a question hears its statement first. */
function tendQuestion(question) {
  const statement = question.querySelector(".ragedu-statement");
  if (!statement) return;
  statement.id ||= newId();
  question.setAttribute("role", "group");
  question.setAttribute("aria-labelledby", statement.id);
  question.querySelectorAll(".widget-radio:not(.ragedu-code) .widget-radio-box label").forEach(tendLabel);
}

/* ipywidgets writes the labels of radio buttons as plain text; `names` in them become code, as everywhere else. */
function tendLabel(label) {
  const text = label.firstChild;
  const parts = text instanceof Text ? text.data.split("`") : [];
  if (parts.length < 3 || parts.length % 2 === 0) return;
  const pieces = parts.map((part, place) => {
    const piece = document.createElement(place % 2 ? "code" : "span");
    piece.textContent = part;
    return piece;
  });
  text.replaceWith(...pieces);
}

/* Feedback is written anew each time, and a live region that is itself new may stay silent. So the place that stays is
   the live one, and what is written into it no longer is: it would be read twice. */
function tendFeedback(place) {
  place.setAttribute("role", "status");
  for (const inner of place.querySelectorAll("[role=status]")) inner.removeAttribute("role");
}
