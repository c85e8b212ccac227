import type { ComponentChildren, RefObject } from "preact";
import { useId, useRef } from "preact/hooks";
import { changeQuery, useAddress } from "../../route/address.ts";
import { say } from "../../shell/toasts.tsx";
import { strings } from "../../strings.ts";
import { type Cell, type Copied, copyCsv, copyPng, copySvg } from "./copy-figure.ts";

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
