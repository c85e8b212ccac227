import * as z from "zod";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { MamaDatabase, MamaPage, MamaRow } from "../rules/external-files.ts";
import type { ImportCounts, ImportedRecord } from "../rules/import-store.ts";
import type { MovingDeps } from "./deps.ts";
import {
  mapMamaCheckpoint,
  mapMamaDecision,
  mapMamaEdge,
  mapMamaRejection,
  mapMamaRelated,
} from "./map-mama.ts";
import {
  type ImportSource,
  type RecordMaker,
  runImport,
  type SourceBatch,
  screeningCounts,
  startRecordMaker,
  textOf,
} from "./run-import.ts";

const ROWS = 500;

/** Decisions come first, so that both decisions of a link exist. */
const PARTS = ["decisions", "related", "edges", "rejections", "checkpoints"] as const;
type Part = (typeof PARTS)[number];

export const importMama = defineOperation({
  name: "import-mama",
  summary: "Bring in the decisions, links and checkpoints of a MAMA database, which is left as it is.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ file: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ file, dryRun }, deps: MovingDeps, call) {
    const database = await deps.externalFiles.openMama(file);
    try {
      return await runImport(mamaSource(file, database, deps, call), { dryRun }, deps, call);
    } finally {
      await database.close();
    }
  },
  shares: { records: ({ run }) => (run === undefined ? [] : "many") },
});

function mamaSource(name: string, database: MamaDatabase, deps: MovingDeps, call: Call): ImportSource {
  const { decisions, edges, rejections, checkpoints } = database.totals;
  return {
    kind: "mama",
    name,
    fingerprint: database.fingerprint,
    total: decisions + edges + rejections + checkpoints,
    batches: (after) => batchesOf(database, after, () => startRecordMaker(deps, call)),
  };
}

async function* batchesOf(
  database: MamaDatabase,
  after: string | undefined,
  making: () => RecordMaker,
): AsyncGenerator<SourceBatch> {
  const [first, row] = positionOf(after);
  for (const part of PARTS.slice(PARTS.indexOf(first))) {
    let from = part === first ? row : 0;
    for (;;) {
      const page: MamaPage = await database[part](from, ROWS);
      if (page.last === undefined) break;
      from = page.last;
      const make = making();
      const { records, counts, problems } = await recordsOf(part, page.rows, database, make);
      // The rows with related decisions were already counted as decisions.
      const read = part === "related" ? 0 : page.rows.length;
      yield {
        records,
        position: `${part}.${from}`,
        counts: { ...counts, ...screeningCounts(make.screen), read, [`source.${part}`]: page.rows.length },
        problems,
      };
    }
  }
}

function positionOf(position = "decisions.0"): [Part, number] {
  const [part, row] = position.split(".");
  return [part as Part, Number(row)];
}

interface Mapped {
  readonly records: readonly ImportedRecord[];
  readonly counts: ImportCounts;
  readonly problems: readonly string[];
}

async function recordsOf(
  part: Part,
  rows: readonly MamaRow[],
  database: MamaDatabase,
  make: RecordMaker,
): Promise<Mapped> {
  if (part === "checkpoints")
    return { records: rows.map((row) => mapMamaCheckpoint(row, make)), counts: {}, problems: [] };
  if (part === "decisions")
    return withoutEmpty(
      rows,
      rows.map((row) => mapMamaDecision(row, make)),
    );
  const links = rows.flatMap((row) => {
    if (part === "related") return mapMamaRelated(row, make);
    return (
      (part === "rejections" ? mapMamaRejection(row, make) : mapMamaEdge(row, database.governed, make)) ?? []
    );
  });
  const ends = await database.existing(links.flatMap(({ link }) => [link.from, link.to]));
  const records = links.filter(({ link: { from, to } }) => ends.has(from) && ends.has(to) && from !== to);
  const problems = links
    .filter((link) => !records.includes(link))
    .map(
      ({ link: { from, to, relation } }) =>
        `The link ${from} ${relation} ${to} has an end that does not exist.`,
    );
  return { records, counts: problems.length > 0 ? { dangling: problems.length } : {}, problems };
}

function withoutEmpty(rows: readonly MamaRow[], mapped: readonly (ImportedRecord | undefined)[]): Mapped {
  const empty = rows.filter((_, i) => mapped[i] === undefined);
  return {
    records: mapped.filter((record) => record !== undefined),
    counts: empty.length > 0 ? { empty: empty.length } : {},
    problems: empty.map((row) => `The decision ${textOf(row["id"])} has no words and was left out.`),
  };
}
