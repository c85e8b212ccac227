import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { fileLinkBackups } from "../../../src/decisions/files/link-backups.ts";
import { restoreLinks } from "../../../src/decisions/sql/link-upkeep.ts";
import { readProposals } from "../../../src/decisions/sql/proposals.ts";
import type { Ids } from "../../../src/shared/ports.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { readEntries } from "../../../src/store/log/read-log.ts";
import { act } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { folderOfTest, openMemory, rewired, type TestMemory } from "../../support/memory.ts";
import { statusFor } from "../../support/outcomes.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { succeed } from "../../support/tools.ts";

/** The records of a project that the calls of the table name. */
export interface ProjectIds {
  /** Holds, has outcomes, notes and signals, and is the first end of both links. */
  readonly decision: string;
  readonly second: string;
  readonly third: string;
  readonly proposal: string;
}

/** The project whose records another key must not reach, and the project of that key. */
export const SHOP = "shop";
export const BANK = "bank";
/** In every text of the project, and in no question. */
export const MARKERS = { [SHOP]: "quokka", [BANK]: "ibis" } as const;
/** In the texts of both projects, and questions ask for it. */
export const WORD = "zebrafish";

type Use = (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;

/** Some of every kind of record, each through the tool that a client uses. Of a person there is none, as that takes consent. */
export async function fillProject(
  memory: TestMemory,
  project: keyof typeof MARKERS,
  call: Use = (name, args) => succeed(memory, name, args, { project, role: "admin" }),
): Promise<ProjectIds> {
  const marker = MARKERS[project];
  const text = (beginning: string): string => `${beginning} ${WORD} ${marker}`;
  const use: Use = (name, args) => {
    memory.clock.advance(1_000);
    return call(name, args);
  };
  const settle = (decision_id: string, final_score: number, lesson: string) =>
    use("membria_record_outcome", {
      decision_id,
      final_status: statusFor(final_score),
      final_score,
      lessons_learned: [text(lesson)],
    });
  for (const [i, score] of [1, 1, 1, 1, 0, 0, 0].entries()) {
    const { decision_id } =
      score === 1
        ? await use("membria_capture_decision", {
            statement: text(`Keep number ${i} in`),
            alternatives: [text("Keep nothing in")],
            confidence: 0.7,
            context: { module: "database" },
          })
        : await use("record_decision", {
            title: text(`Hide number ${i} in`),
            target: `${WORD} tokens`,
            rationale: text("Nobody looks there,"),
          });
    memory.clock.advance(DAY_MS);
    await settle(String(decision_id), score, "Look after");
    await memory.background.idle();
  }
  const captured = await use("membria_capture_decision", {
    statement: text("Store carts in"),
    alternatives: [text("Leave carts to")],
    confidence: 0.8,
    assumptions: [text("Nobody minds")],
    context: { module: "database", reasoning: text("It is fast"), session_id: `session ${project}` },
  });
  const decision = String(captured["decision_id"]);
  const saved = await use("memory_save_decision", {
    topic: WORD,
    decision: text("Store baskets in"),
    reasoning: text("It is safe"),
  });
  const { decision_id: second } = saved["data"] as { decision_id: string };
  const due = await use("membria_capture_decision", {
    statement: text("Store orders in"),
    alternatives: [text("Leave orders to")],
    confidence: 0.7,
    due_days: 0,
    context: { module: "database" },
  });
  const third = String(due["decision_id"]);
  await use("membria_update_decision", { decision_id: decision, notes: text("Went well") });
  await use("membria_record_signal", {
    decision_id: decision,
    signal_type: "incident",
    valence: "negative",
    description: text("Too slow"),
  });
  await settle(decision, 1, "Measure");
  const ends = { from_id: decision, relationship: "refines" };
  await use("propose_link", { ...ends, to_id: third, reason: text("It says how"), evidence: text("See") });
  await use("approve_link", { ...ends, to_id: third });
  await use("propose_link", { ...ends, to_id: second, reason: text("It says where") });
  const auto = link({
    project,
    id: `lnk_auto${project}`,
    from: second,
    to: third,
    state: "active",
    origin: "auto",
  });
  await restoreLinks(memory, project, "cln_0", [{ link: auto, place: "99" }], act(memory.clock.now()));
  await use("create_link_backup", {});
  await use("memory_save_insight", { content: text("Tables lock"), topic: WORD, tags: [text("tag")] });
  await use("memory_save_checkpoint", {
    summary: text("Half done:"),
    open_files: [`src/${WORD}-${marker}.ts`],
    next_steps: text("Finish"),
  });
  await use("membria_get_decision_context", { statement: text("Store carts in"), session_id: "earlier" });
  await memory.observations.flush();
  await memory.background.idle();
  const [proposal] = await readProposals(memory, project, "draft", 10);
  // A proposal can be accepted only after an hour.
  memory.clock.advance(2 * HOUR_MS);
  return { decision, second, third, proposal: proposal?.id ?? "" };
}

/** `dec_new001`, …: the same in every copy, whatever its file holds. */
function newIds(): Ids {
  let count = 0;
  return { next: (prefix) => `${prefix}_new${String(++count).padStart(3, "0")}` };
}

/** What a memory of the table holds. */
export type Filling = "both" | "bank alone" | "shop alone" | "nothing";

export interface TwoProjects {
  /** The records of the shop, and the ids of all of them. */
  readonly shop: Readonly<Record<"both" | "shop alone", ProjectIds & { readonly all: readonly string[] }>>;
  /** A memory of its own. */
  open(filling?: Filling): Promise<TestMemory>;
}

/** Fills the projects once for all tests of a file, in the first test that asks. Each gets copies. */
export function twoProjects(): () => Promise<TwoProjects> {
  let folder: TemporaryFolder | undefined;
  let filled: Promise<TwoProjects> | undefined;
  afterAll(() => folder?.remove());
  return () => {
    filled ??= temporaryFolder().then((created) => {
      folder = created;
      return fillAll(created);
    });
    return filled;
  };
}

async function fillAll(folder: TemporaryFolder): Promise<TwoProjects> {
  const [first, second] = [await openMemory(), await openMemory()];
  await keep(first, folder.file("nothing"));
  const alone = await fillProject(first, SHOP);
  await keep(first, folder.file("shop alone"));
  await fillProject(second, BANK);
  await keep(second, folder.file("bank alone"));
  const beside = await fillProject(second, SHOP);
  await keep(second, folder.file("both"));
  return {
    shop: {
      both: { ...beside, all: await idsIn(second) },
      "shop alone": { ...alone, all: await idsIn(first) },
    },
    async open(filling = "both") {
      const target = await folderOfTest();
      await cp(folder.file(filling), target.path, { recursive: true });
      const now = second.clock.now();
      const opened = await openMemory(silentLog, { path: target.file("membria.db"), now });
      // Replies name files, and are compared between copies.
      const linkBackups = fileLinkBackups(target.file("backups"), (path) => path.slice(target.path.length));
      return { ...rewired(opened, { ids: newIds(), linkBackups }), path: opened.path };
    },
  };
}

async function keep({ path }: TestMemory, folder: string): Promise<void> {
  await mkdir(join(folder, "backups"), { recursive: true });
  await raw(path, (db) => db.exec(`VACUUM INTO '${join(folder, "membria.db")}'`));
  const backups = join(dirname(path), "backups");
  if (existsSync(backups)) await cp(backups, join(folder, "backups"), { recursive: true });
}

async function idsIn({ memory: store }: TestMemory): Promise<string[]> {
  const log = await readEntries(store, { scope: SHOP }, { after: 0 }, 10_000);
  return [...new Set(log.flatMap(({ subject, refs }) => [subject, ...refs]))];
}
