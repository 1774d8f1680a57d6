"use strict";
// Search: every word that is typed, and the topic that is chosen, must be in an entry. The site is kept for use without a network.
const box = document.getElementById("search"), found = document.getElementById("found");
const entries = [...document.querySelectorAll(".found > li")], buttons = [...document.querySelectorAll("[data-topic]")];

function look() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const topic = buttons.find(button => button.getAttribute("aria-pressed") === "true")?.dataset.topic;
  let count = 0;
  for (const entry of entries) {
    const fits = words.every(word => entry.dataset.words.includes(word)) && (!topic || entry.dataset.topics.split(" ").includes(topic));
    entry.hidden = !fits;
    count += fits;
  }
  found.textContent = words.length || topic ? (count === 1 ? found.dataset.one : found.dataset.many.replace("0", count)) : "";
}
if (box) {
  box.addEventListener("input", look);
  for (const button of buttons) button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    for (const other of buttons) other.setAttribute("aria-pressed", String(on && other === button));
    look();
  });
  look();
}
if (location.protocol.startsWith("http")) navigator.serviceWorker?.register(`${document.body.dataset.up}sw.js`);
