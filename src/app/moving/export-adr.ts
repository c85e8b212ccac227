import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import {
  type AdrFolder,
  type AdrSource,
  type AdrStatus,
  type NewAdr,
  standingHash,
} from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Call, defineOperation, projectOf } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

const PAGE = 200;

export interface AdrExport {
  readonly folder: string;
  readonly written: readonly string[];
  readonly unchanged: number;
  /** Files in the way that are not what would be written. They are left as they are. */
  readonly inTheWay: readonly string[];
}

export const exportAdr = defineOperation({
  name: "export-adr",
  summary: "Write the decisions of a project into a folder, as architecture decision records.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ folder: boundedText(1, LIMITS.name), dryRun: z.boolean().default(false) }),
  async run({ folder: path, dryRun }, deps: MovingDeps, call): Promise<AdrExport> {
    const folder = await deps.outside.openAdrFolder(path, { create: !dryRun });
    const decisions = await allDecisions(deps, call);
    const originals = await originalFiles(folder, deps, call);
    const onDisk = new Map((await folder.files()).map((source) => [source.path, source]));
    const known = new Map(
      (await deps.store.adrFiles(projectOf(call), folder.name)).map((file) => [file.path, file.fileHash]),
    );
    const fresh = composeMissing(folder, decisions, originals, [...onDisk.values()]);
    const paths = new Map([...originals, ...fresh].map(([id, { path: name }]) => [id, name]));
    const written: string[] = [];
    const inTheWay: string[] = [];
    const states: AdrFile[] = [];
    // Files of two folders may have the same name.
    const taken = new Set<string>();
    let unchanged = 0;
    for (const decision of decisions.values()) {
      const status = statusOf(decision, decisions, paths);
      const original = originals.get(decision.id);
      const made = original ?? (fresh.get(decision.id) as NewAdr);
      const { text, dress } = original
        ? asItStands(decision, original, folder, status)
        : { text: (made as NewAdr).text(status), dress: made.dress };
      const there = onDisk.get(made.path);
      const same = there?.text === text && !taken.has(made.path);
      if (same) unchanged++;
      else if (taken.has(made.path) || (there && known.get(made.path) !== there.hash)) {
        inTheWay.push(made.path);
        continue;
      } else written.push(made.path);
      taken.add(made.path);
      if (dryRun) continue;
      const file = same ? there : await folder.write({ path: made.path, text, dress });
      states.push(stateOf(decision, file, folder, deps));
      call.progress(written.length + unchanged, decisions.size, "written");
    }
    if (states.length > 0) await deps.store.saveAdrFiles(states);
    return { folder: path, written, unchanged, inTheWay };
  },
});

/** The oldest first, as they would have been numbered. */
export async function allDecisions({ store }: MovingDeps, call: Call): Promise<Map<string, Decision>> {
  const found: Decision[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.listDecisions({ scope: projectOf(call) }, PAGE, cursor);
    found.push(...page.items);
    cursor = page.cursor;
    if (cursor === undefined) return new Map(found.reverse().map((decision) => [decision.id, decision]));
  }
}

/** The text that each decision was imported with, from whatever folder. */
async function originalFiles(
  { name }: AdrFolder,
  { store }: MovingDeps,
  call: Call,
): Promise<Map<string, AdrFile>> {
  const files = await store.adrFilesOf(projectOf(call));
  // A decision may stand in several folders; what it is called in this one counts.
  const ordered = [
    ...files.filter(({ folder }) => folder !== name),
    ...files.filter(({ folder }) => folder === name),
  ];
  return new Map(ordered.map((file) => [file.decisionId, file]));
}

function composeMissing(
  folder: AdrFolder,
  decisions: ReadonlyMap<string, Decision>,
  originals: ReadonlyMap<string, AdrFile>,
  onDisk: readonly AdrSource[],
): Map<string, NewAdr> {
  const others = [
    ...onDisk,
    ...[...originals.values()].map(({ path, text, dress, fileHash }) => ({
      path,
      text,
      dress,
      hash: fileHash,
    })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const compose = folder.composer(others);
  const fresh = [...decisions.values()].filter(({ id }) => !originals.has(id));
  return new Map(fresh.map((decision) => [decision.id, compose(decision)]));
}

/** The original, with another status if the decision's standing changed since. */
function asItStands(
  decision: Decision,
  original: AdrFile,
  folder: AdrFolder,
  status: AdrStatus,
): Pick<AdrSource, "text" | "dress"> {
  const current = original.memoryHash === "" || original.memoryHash === standingHash(decision);
  return current ? original : folder.restate(original, status);
}

/** How a decision stands, with the files of what took its place. */
export function statusOf(
  { standing, supersededBy }: Decision,
  decisions: ReadonlyMap<string, Decision>,
  paths: ReadonlyMap<string, string>,
): AdrStatus {
  return {
    standing,
    supersededBy: supersededBy.flatMap((id) => {
      const path = paths.get(id);
      const by = decisions.get(id);
      return path && by ? [{ title: by.statement.split("\n")[0] ?? "", path }] : [];
    }),
  };
}

/** A file and its decision, in step. */
export function stateOf(
  decision: Decision,
  source: AdrSource,
  folder: AdrFolder,
  { secrets }: MovingDeps,
): AdrFile {
  return {
    project: decision.project,
    folder: folder.name,
    path: source.path,
    decisionId: decision.id,
    text: startScreening(secrets).text("file", source.text),
    dress: source.dress,
    fileHash: source.hash,
    memoryHash: standingHash(decision),
  };
}
