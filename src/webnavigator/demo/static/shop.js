"use strict";
// Menus, dialogs, tabs and the clock of the demo shop. Nothing here changes the address or writes to the server.

for (const menu of document.querySelectorAll("[data-menu]")) {
  const button = menu.querySelector("button");
  const list = button.nextElementSibling;
  let pinned = false;
  const show = (open) => {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    if (!open) pinned = false;
  };
  if (menu.dataset.menu !== "click") {
    menu.addEventListener("mouseenter", () => show(true));
    menu.addEventListener("mouseleave", () => { if (!pinned) show(false); });
  }
  button.addEventListener("click", () => { pinned = !pinned; show(pinned); });
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) show(false); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") show(false); });
}

const dialogOf = (id) => document.getElementById(id);

async function fill(dialog, order) {
  for (const field of dialog.querySelectorAll("[data-order]")) field.value = order;
  const space = dialog.querySelector("[data-fill]");
  if (!space) return;
  const answer = await fetch(`/api/parcels/${order}`);
  const parcel = await answer.json();
  space.textContent = `Order ${parcel.order}: ${parcel.status}, with ${parcel.carrier}.`;
}

for (const opener of document.querySelectorAll("[data-opens]")) {
  opener.addEventListener("click", () => {
    const dialog = dialogOf(opener.dataset.opens);
    if (opener.dataset.order) fill(dialog, opener.dataset.order);
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    else dialog.hidden = false;
  });
}
for (const closer of document.querySelectorAll("[data-closes]")) {
  closer.addEventListener("click", () => {
    const dialog = dialogOf(closer.dataset.closes);
    if (dialog instanceof HTMLDialogElement) dialog.close();
    else dialog.hidden = true;
  });
}
for (const button of document.querySelectorAll("[data-shows]")) {
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[data-shows]")) dialogOf(other.dataset.shows).hidden = other !== button;
  });
}

for (const tabs of document.querySelectorAll("[data-tabs]")) {
  const all = [...tabs.querySelectorAll("[role=tab]")];
  for (const tab of all) {
    tab.addEventListener("click", () => {
      for (const other of all) {
        other.setAttribute("aria-selected", String(other === tab));
        dialogOf(other.getAttribute("aria-controls")).hidden = other !== tab;
      }
    });
  }
}
for (const button of document.querySelectorAll("[data-accordion] button")) {
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    dialogOf(button.getAttribute("aria-controls")).hidden = !open;
  });
}

const clock = document.querySelector("[data-clock]");
const tick = () => { clock.textContent = new Date().toLocaleTimeString("en-GB", { timeZone: "Europe/Zurich" }); };
if (clock) { tick(); setInterval(tick, 1000); }
