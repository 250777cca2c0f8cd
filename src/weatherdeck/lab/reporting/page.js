// Draws the charts of a report, in light or dark, and again when that changes or the page is printed; saves them.
const LOOKS = JSON.parse(document.querySelector("#looks").textContent);
const NARROW = 520; // pixels: below this, long labels are cut so that a chart has room
const LABELS = { narrow: 110, wide: 260 }; // pixels
const WRAP = 15; // characters of a label before it wraps on a narrow page
const LINE = 15; // pixels
const PICTURE = 720; // pixels: the width of a picture
const system = window.matchMedia("(prefers-color-scheme: dark)");
let chosen = null;

function specification(place, width) {
  const found = JSON.parse(place.parentElement.nextElementSibling.textContent);
  if (width < NARROW && found.usermeta) {
    const { rows, longest } = found.usermeta;
    found.params.find((one) => one.name === "wrap").value = WRAP;
    found.height = Math.max(found.height, rows * LINE * Math.min(4, Math.ceil(longest / WRAP)) + rows * 4);
  }
  return found;
}

function configuration(theme, width) {
  const look = LOOKS[theme];
  const labelLimit = width < NARROW ? LABELS.narrow : LABELS.wide;
  return { ...look, axisY: { ...look.axisY, labelLimit } };
}

function draw(theme) {
  document.documentElement.dataset.theme = theme;
  for (const place of document.querySelectorAll(".chart")) {
    const config = { ...configuration(theme, place.clientWidth), background: "transparent" };
    window.vegaEmbed(place, specification(place, place.clientWidth), { actions: false, renderer: "svg", config });
  }
}

// ---------------------------------------------------------------- saving
const MAKE = {
  csv: async (place) => new Blob([place.closest("figure").querySelector('script[type="text/csv"]').textContent], { type: "text/csv" }),
  svg: async (place, title) => {
    const view = await picture(place, title);
    return new Blob([await view.toSVG()], { type: "image/svg+xml" });
  },
  png: async (place, title) => {
    const view = await picture(place, title);
    const canvas = await view.toCanvas(2);
    return new Promise((done) => canvas.toBlob(done, "image/png"));
  },
};

// The chart once more, with its title and an opaque background, as wide on a phone as on a desk.
async function picture(place, title) {
  const config = configuration(current(), PICTURE);
  const { view } = await window.vegaEmbed(document.createElement("div"), { ...specification(place, PICTURE), title, width: PICTURE }, { actions: false, config });
  return view;
}

async function save(button) {
  const group = button.closest(".save");
  const form = button.dataset.save;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await MAKE[form](group.closest("figure").querySelector(".chart"), group.dataset.title));
  link.download = `${group.dataset.name}.${form}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  document.querySelector("#said").textContent = `Saved ${link.download}`;
}

const current = () => chosen ?? (system.matches ? "dark" : "light");
system.addEventListener("change", () => draw(current()));
window.addEventListener("beforeprint", () => draw("light"));
window.addEventListener("afterprint", () => draw(current()));
document.querySelector("#theme").addEventListener("click", () => {
  chosen = current() === "dark" ? "light" : "dark";
  draw(chosen);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-save]");
  if (button) save(button);
});
draw(current());
