// Draws the charts of a report, in light or dark, and again when that changes or the page is printed.
const LOOKS = {
  light: { ink: "#22302f", muted: "#56645f", line: "#b9c4bd", marks: ["#0f766e", "#c2412d", "#2563a8", "#b98a12", "#6d28d9"] },
  dark: { ink: "#eef3ef", muted: "#9db0aa", line: "#3a4d49", marks: ["#4fd1c0", "#f0876f", "#7fb2ea", "#e6bf55", "#b79af2"] },
};
const system = window.matchMedia("(prefers-color-scheme: dark)");
let chosen = null;

function configuration(look) {
  return {
    background: "transparent",
    font: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif",
    view: { stroke: null },
    axis: { labelColor: look.ink, titleColor: look.muted, gridColor: look.line, gridOpacity: 0.6, domainColor: look.line, tickColor: look.line, labelFontSize: 12, titleFontSize: 12 },
    legend: { labelColor: look.ink, titleColor: look.muted, labelFontSize: 12 },
    range: { category: look.marks },
    rule: { color: look.muted },
  };
}

function draw(theme) {
  document.documentElement.dataset.theme = theme;
  for (const place of document.querySelectorAll(".chart")) {
    const specification = JSON.parse(place.nextElementSibling.textContent);
    window.vegaEmbed(place, specification, { actions: false, renderer: "svg", config: configuration(LOOKS[theme]) });
  }
}

const current = () => chosen ?? (system.matches ? "dark" : "light");
system.addEventListener("change", () => draw(current()));
window.addEventListener("beforeprint", () => draw("light"));
window.addEventListener("afterprint", () => draw(current()));
document.querySelector("button").addEventListener("click", () => {
  chosen = current() === "dark" ? "light" : "dark";
  draw(chosen);
});
draw(current());
