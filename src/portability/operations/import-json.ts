import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { jsonDepth, READ_LIMITS } from "../../shared/read-limits.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { TextLines } from "../rules/external-files.ts";
import { type ImportedRecord, projectsOf } from "../rules/import-store.ts";
import type { MovingDeps } from "./deps.ts";
import { EXPORT_VERSION, ExportHeader, PortableRecord } from "./portable-records.ts";
import {
  type ImportSource,
  runImport,
  type SourceBatch,
  screeningCounts,
  startRecordMaker,
} from "./run-import.ts";

const LINES = 200;
const END = "]}";

export const importJson = defineOperation({
  name: "import-json",
  summary: "Bring in an export of a memory, every record into the project it came from.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ file: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ file, dryRun }, deps: MovingDeps, call) {
    const lines = await deps.externalFiles.openLines(file);
    await requireExport(file, lines);
    return runImport(exportSource(file, lines, deps, call), { dryRun }, deps, call);
  },
  shares: { records: ({ run }) => (run === undefined ? [] : "many") },
});

async function requireExport(file: string, lines: TextLines): Promise<void> {
  let [first, last] = ["", ""];
  for await (const { number, text } of lines.lines(0)) {
    if (number === 1) first = text;
    if (text.trim() !== "") last = text.trim();
  }
  const header = ExportHeader.safeParse(parsed(`${first.trim()}]}`));
  if (!header.success) {
    throw new Fault("invalid", `${file} is not an export of Membria.`, {
      field: "file",
      received: file,
      reason: "not_an_export",
      hint: "Nothing was changed.",
      remedies: [{ remedy: "export-json" }],
    });
  }
  if (header.data.version > EXPORT_VERSION) {
    throw new Fault(
      "invalid",
      `${file} was written by a newer Membria: version ${header.data.version} of the format.`,
      {
        field: "file",
        received: header.data.version,
        reason: "newer_source",
        hint: `Update Membria; this one reads up to version ${EXPORT_VERSION}. Nothing was changed.`,
      },
    );
  }
  if (last !== END) {
    throw new Fault("invalid", `${file} was cut short: its end is missing.`, {
      field: "file",
      received: file,
      reason: "cut_short",
      hint: "Export again. Nothing was changed.",
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const tooDeep = (line: number, depth: number): string =>
  `Line ${line} has lists and objects nested ${depth.toLocaleString("en")} levels deep, and at most ${READ_LIMITS.jsonDepth.toLocaleString("en")} are read. It was left out.`;

/** What was asked about before deciding stays where it was asked. */
const isGuidance = (raw: unknown): boolean =>
  typeof raw === "object" && raw !== null && "kind" in raw && raw.kind === "guidance";

/** A caller that is bound to a project cannot write to others by way of a file. */
const mayWriteTo = ({ confinedTo }: Call, projects: readonly string[]): boolean =>
  confinedTo === undefined || projects.every((project) => project === confinedTo);

function exportSource(name: string, lines: TextLines, deps: MovingDeps, call: Call): ImportSource {
  async function* batches(after = "1"): AsyncGenerator<SourceBatch> {
    let some: { number: number; text: string }[] = [];
    const batch = (): SourceBatch => {
      const make = startRecordMaker(deps, call);
      const records: ImportedRecord[] = [];
      const problems: string[] = [];
      for (const { number, text } of some) {
        const raw = parsed(text.replace(/,\s*$/, ""));
        const depth = jsonDepth(raw);
        if (depth > READ_LIMITS.jsonDepth) {
          problems.push(tooDeep(number, depth));
          continue;
        }
        if (isGuidance(raw)) continue;
        const record = PortableRecord.safeParse(
          raw === undefined ? undefined : make.screen.json("record", raw),
        );
        if (!record.success) problems.push(`Line ${number} is no record of this format and was left out.`);
        else if (!mayWriteTo(call, projectsOf(record.data)))
          problems.push(`Line ${number} is of a project that you may not write, and was left out.`);
        else records.push(record.data);
      }
      const position = String(some.at(-1)?.number);
      const read = some.length;
      some = [];
      const left = problems.length > 0 ? { empty: problems.length } : {};
      return { records, position, counts: { ...screeningCounts(make.screen), read, ...left }, problems };
    };
    for await (const line of lines.lines(Number(after))) {
      if (line.text.trim() === END || line.text.trim() === "") continue;
      some.push(line);
      if (some.length === LINES) yield batch();
    }
    if (some.length > 0) yield batch();
  }
  return { kind: "json", name, fingerprint: lines.fingerprint, total: lines.count, batches };
}
