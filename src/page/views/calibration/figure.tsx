import type { ComponentChildren, RefObject } from "preact";
import { useId, useRef } from "preact/hooks";
import { changeQuery, useAddress } from "../../route/address.ts";
import { say } from "../../shell/toasts.tsx";
import { strings } from "../../strings.ts";

const { calibration: words } = strings;

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A diagram, the same as a table, and both to take away. */
export function Figure({
  name,
  title,
  lead,
  table,
  children,
}: {
  /** In the address and in the names of files. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly table: Table;
  readonly children: (svg: RefObject<SVGSVGElement | null>) => ComponentChildren;
}) {
  const heading = useId();
  const svg = useRef<SVGSVGElement>(null);
  const { query } = useAddress();
  const isTable = (query.get("table") ?? "").split(",").includes(name);
  const show = (asTable: boolean) => {
    const others = (query.get("table") ?? "").split(",").filter((one) => one !== "" && one !== name);
    changeQuery({ table: [...others, ...(asTable ? [name] : [])].join(",") }, true);
  };
  const copy = async (format: string, copying: () => Promise<Copied>) => {
    const { savedAs } = await copying();
    say(savedAs === undefined ? words.copied(format) : words.saved(savedAs));
  };
  const withSvg = (run: (element: SVGSVGElement) => Promise<Copied>) => () =>
    svg.current ? run(svg.current) : Promise.reject(new Error("No diagram is shown."));
  return (
    <section class="panel chart-figure" aria-labelledby={heading}>
      <div class="figure-head">
        <h2 id={heading}>{title}</h2>
        <fieldset class="choice">
          <legend class="only-read">{words.showAs(title)}</legend>
          <button type="button" class="button" aria-pressed={!isTable} onClick={() => show(false)}>
            {words.chart}
          </button>
          <button type="button" class="button" aria-pressed={isTable} onClick={() => show(true)}>
            {words.table}
          </button>
        </fieldset>
      </div>
      <p class="faint">{lead}</p>
      {/* The diagram stays, so that it can be copied while the table is shown. */}
      <div hidden={isTable}>{children(svg)}</div>
      <div class={isTable ? "table-scroll" : "only-read"}>
        <DataTable title={title} table={table} />
      </div>
      <div class="copy">
        <span class="faint" aria-hidden="true">
          {words.copyAs}
        </span>
        {(
          [
            ["PNG", withSvg((element) => copyPng(element, name))],
            ["SVG", withSvg((element) => copySvg(element, name))],
            ["CSV", () => copyCsv([table.columns, ...table.rows], name)],
          ] as const
        ).map(([format, run]) => (
          <button
            key={format}
            type="button"
            class="button quiet"
            aria-label={words.copyWhat(title, format)}
            onClick={() => void copy(format, run)}
          >
            {format}
          </button>
        ))}
      </div>
    </section>
  );
}

function DataTable({ title, table }: { readonly title: string; readonly table: Table }) {
  return (
    <table class="data-table">
      <caption class="only-read">{title}</caption>
      <thead>
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([first, ...others], i) => (
          <tr key={i}>
            <th scope="row">{first}</th>
            {others.map((cell, j) => (
              <td key={j}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Cell = string | number;

/** Where it went: to the clipboard, or into a file where the browser allows nothing else. */
interface Copied {
  readonly savedAs?: string;
}

/** The styles of an element have to go with it, because the copy has no stylesheet. */
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

const copySvg = (svg: SVGSVGElement, name: string): Promise<Copied> =>
  copyText(documentOf(svg).text, `${name}.svg`, "image/svg+xml");

const copyCsv = (rows: readonly (readonly Cell[])[], name: string): Promise<Copied> =>
  copyText(`${rows.map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`, `${name}.csv`, "text/csv");

/** A cell that a spreadsheet would take for a formula is made text. */
function csvCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Twice as many points as on the page, for paper and slides. */
const SCALE = 2;

async function copyPng(svg: SVGSVGElement, name: string): Promise<Copied> {
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
