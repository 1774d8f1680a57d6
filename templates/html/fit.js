"use strict";
// A formula or a table that is wider than the screen is shown smaller, so that nothing lies beyond an edge; below half of its size
// it scrolls, and then takes part in the order of the tab key. On paper it stands as it is.
const fit = (() => {
  const boxes = [...document.querySelectorAll(".display, .scroll")], least = 0.45;
  const whole = () => boxes.forEach(box => { box.style.zoom = ""; });
  const fitted = () => {
    whole();
    for (let pass = 0; pass < 3; pass++) { // what does not shrink in proportion needs another
      const sizes = boxes.map(box => [box.clientWidth, box.scrollWidth]);
      boxes.forEach((box, k) => {
        const [room, wide] = sizes[k];
        if (room && wide > room) box.style.zoom = Math.max(least, Math.floor(100 * (box.style.zoom || 1) * room / wide) / 100);
      });
    }
    boxes.forEach(box => { box.tabIndex = box.scrollWidth > box.clientWidth + 1 ? 0 : -1; });
  };
  addEventListener("resize", fitted);
  addEventListener("beforeprint", whole);
  addEventListener("afterprint", fitted);
  document.addEventListener("toggle", fitted, true);
  document.fonts.ready.then(fitted);
  return fitted;
})();
