export type Cell = string | number;

/** Where it went: to the clipboard, or into a file where the browser allows nothing else. */
export interface Copied {
  readonly savedAs?: string;
}

/** What the stylesheet says about an element has to go with it. */
const KEPT_STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/** The picture as a document of its own, on the colour that it stands on. */
function documentOf(svg: SVGSVGElement): {
  readonly text: string;
  readonly width: number;
  readonly height: number;
} {
  const width = svg.width.baseVal.value;
  const height = svg.height.baseVal.value;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  for (const [i, element] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const style = getComputedStyle(originals[i] as Element);
    for (const name of KEPT_STYLES) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  }
  const ground = document.createElementNS(svg.namespaceURI, "rect") as SVGRectElement;
  ground.setAttribute("width", String(width));
  ground.setAttribute("height", String(height));
  ground.setAttribute("fill", getComputedStyle(svg.closest(".panel") ?? svg).backgroundColor);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

export const copySvg = (svg: SVGSVGElement, name: string): Promise<Copied> =>
  copyText(documentOf(svg).text, `${name}.svg`, "image/svg+xml");

export const copyCsv = (rows: readonly (readonly Cell[])[], name: string): Promise<Copied> =>
  copyText(`${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`, `${name}.csv`, "text/csv");

/** A cell that a spreadsheet would take for a formula is made text. */
function csvCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Twice as many points as on the page, for paper and slides. */
const SCALE = 2;

export async function copyPng(svg: SVGSVGElement, name: string): Promise<Copied> {
  const { text, width, height } = documentOf(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The picture could not be drawn.");
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
    return {};
  } catch {
    return save(blob, `${name}.png`);
  }
}

async function copyText(text: string, name: string, type: string): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return {};
  } catch {
    return save(new Blob([text], { type }), name);
  }
}

function save(blob: Blob, name: string): Copied {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return { savedAs: name };
}
