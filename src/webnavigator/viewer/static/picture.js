"use strict";
// Screenshots, whole or around one control, with rectangles over them.
const picture = (() => {
  const { make } = dom;
  const VIEWPORT = 1280; // CSS pixels, when a picture does not tell how wide its page is

  // Places are given in shares of the page's width, so that they hold at every size.
  function over(image, box, attributes) {
    const rectangle = make("span", attributes);
    const place = () => {
      const width = image.naturalWidth / atlas.site.scale || VIEWPORT;
      const height = image.naturalHeight / atlas.site.scale || 1;
      rectangle.style.left = `${(box[0] / width) * 100}%`;
      rectangle.style.top = `${(box[1] / height) * 100}%`;
      rectangle.style.width = `${(box[2] / width) * 100}%`;
      rectangle.style.height = `${(box[3] / height) * 100}%`;
      rectangle.hidden = box[1] > height;
    };
    if (image.complete && image.naturalWidth) place();
    else image.addEventListener("load", place, { once: true });
    return rectangle;
  }

  // The upper part of a picture, or the part that shows a box.
  function crop(id, box, width, height) {
    const at = atlas.place(id);
    if (at === undefined || !atlas.states.picture[at]) return make("span", { class: "crop empty" }, "—");
    const image = make("img", { src: source.picture(id), alt: "", loading: "lazy", decoding: "async" });
    const sheet = make("span", { class: "sheet" }, image);
    const frame = make("span", { class: "crop" }, sheet);
    if (box) {
      sheet.append(over(image, box, { class: "mark-box" }));
      image.addEventListener("load", () => {
        const scale = width / (image.naturalWidth / atlas.site.scale);
        const wanted = (box[1] + box[3] / 2) * scale - height / 2;
        const most = Math.max(0, image.naturalHeight / atlas.site.scale * scale - height);
        sheet.style.transform = `translateY(${-Math.min(most, Math.max(0, wanted))}px)`;
      }, { once: true });
    }
    return frame;
  }

  return { over, crop };
})();
