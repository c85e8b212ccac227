import * as z from "zod";
import type { TextLines } from "../../domain/moving/external-files.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Call, defineOperation } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";
import { GraphLine, isDecision, mapGraphLine } from "./map-server-memory.ts";
import { screeningCounts, startRecordMaker } from "./record-maker.ts";
import { type ImportSource, nothingToImport, runImport, type SourceBatch } from "./run-import.ts";

const LINES = 500;

export const importServerMemory = defineOperation({
  name: "import-server-memory",
  summary: "Bring in the JSONL file of the reference knowledge-graph memory server.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ file: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ file, dryRun }, deps: MovingDeps, call) {
    const lines = await deps.externalFiles.openLines(file);
    const decisions = new Set<string>();
    let known = 0;
    for await (const { text } of lines.lines(0)) {
      const line = graphLine(text);
      if (line) known++;
      if (line?.type === "entity" && isDecision(line)) decisions.add(line.name);
    }
    if (known === 0) {
      throw nothingToImport(
        `${file} has no line with an entity or a relation.`,
        { field: "file", received: file },
        'Name the file of the memory server, often memory.jsonl; its lines begin with {"type":"entity". Nothing was changed.',
      );
    }
    return runImport(graphSource(file, lines, decisions, deps, call), { dryRun }, deps, call);
  },
  shares: { records: ({ run }) => (run === undefined ? [] : "many") },
});

function graphLine(text: string): GraphLine | undefined {
  try {
    return GraphLine.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function graphSource(
  name: string,
  lines: TextLines,
  decisions: ReadonlySet<string>,
  deps: MovingDeps,
  call: Call,
): ImportSource {
  const now = deps.clock.now();

  async function* batches(after = "0"): AsyncGenerator<SourceBatch> {
    let some: { number: number; text: string }[] = [];
    const batch = (): SourceBatch => {
      const make = startRecordMaker(deps, call);
      const unread = some.filter(({ text }) => text.trim() !== "" && !graphLine(text));
      const records = some.flatMap(({ text }) => {
        const line = graphLine(text);
        return line ? mapGraphLine(line, decisions, make, now) : [];
      });
      const position = String(some.at(-1)?.number);
      const read = some.length;
      some = [];
      return {
        records: linksLast(records),
        position,
        counts: { ...screeningCounts(make.screen), read, ...(unread.length > 0 && { empty: unread.length }) },
        problems: unread.map(
          ({ number }) => `Line ${number} is neither an entity nor a relation and was left out.`,
        ),
      };
    };
    for await (const line of lines.lines(Number(after))) {
      some.push(line);
      if (some.length === LINES) yield batch();
    }
    if (some.length > 0) yield batch();
  }

  return { kind: "server-memory", name, fingerprint: lines.fingerprint, total: lines.count, batches };
}

/** Links come last in a batch, so that their decisions exist. */
function linksLast(records: readonly ImportedRecord[]): ImportedRecord[] {
  return [...records.filter(({ kind }) => kind !== "link"), ...records.filter(({ kind }) => kind === "link")];
}
