import { expect, it } from "vitest";
import { decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { linksBetween } from "../../../src/decisions/sql/links.ts";
import type { ImportedRecord } from "../../../src/portability/rules/import-store.ts";
import {
  beginImport,
  finishImport,
  readImports,
  takeBackImport,
  writeImport,
} from "../../../src/portability/sql/imports.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { actor, DAY, decision, screened } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { type Machine, PROJECT, syncAll } from "../../support/team-replicas.ts";
import { said, type TestTeam, wire } from "./team-for-each.ts";

const RUN = { id: "imp_1", project: PROJECT, kind: "mama", source: "old.db", fingerprint: "f" } as const;

const decided = (id: string, fields: Parameters<typeof decision>[0] = {}): ImportedRecord => ({
  kind: "decision",
  decision: decision({ id, project: PROJECT, aliases: [`old_${id}`], ...fields }),
  outcomes: [],
  signals: [],
  files: [],
});

const linked = (from: string, to: string): ImportedRecord => ({
  kind: "link",
  link: link({ id: `lnk_${from}${to}`.replaceAll("dec_", ""), from, to, state: "active", origin: "auto" }),
});

const checkpoint: ImportedRecord = {
  kind: "memory",
  memory: {
    type: "checkpoint",
    checkpoint: {
      ...{ id: "chk_a", aliases: ["old_chk"], project: PROJECT, openFiles: [], createdAt: DAY },
      ...{ summary: screened("Half of the tests pass"), nextSteps: screened(""), author: actor().author },
    },
  },
};

async function importInto(
  { memory: store, act }: Machine,
  records: readonly ImportedRecord[],
): Promise<void> {
  await beginImport(store, RUN, act());
  const batch = { run: RUN.id, records, position: "1", counts: { read: records.length } };
  await writeImport(store, PROJECT, batch, act());
  await finishImport(store, PROJECT, RUN.id, act());
}

/** What of an import a team gets to know. */
export function importingTogether(current: () => TestTeam): void {
  it("shares a batch record by record, without checkpoints, drafts and what is about them", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await importInto(a, [
      decided("dec_one"),
      decided("dec_draft", { standing: "draft", statement: "A word unsaid" }),
      decided("dec_two"),
      linked("dec_one", "dec_two"),
      linked("dec_one", "dec_draft"),
      checkpoint,
    ]);
    await syncAll(log, [a, b]);
    expect(said(log)).toEqual([`import.continued ${RUN.id}`]);
    for (const secret of ["unsaid", "Half of the tests", "chk_a", "old.db"])
      expect(wire(log)).not.toContain(secret);
    for (const id of ["dec_one", "dec_two"])
      expect(await findDecision(b.memory, PROJECT, id)).toEqual(await findDecision(a.memory, PROJECT, id));
    expect(await findDecision(b.memory, PROJECT, "dec_draft")).toBeUndefined();
    expect(await linksBetween(b.memory, PROJECT, "dec_one", "dec_two")).toHaveLength(1);
    expect(await readImports(b.memory, PROJECT)).toEqual([]);
  });

  it("finds a record that two machines imported by its old name on both", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await importInto(a, [decided("dec_a1", { aliases: ["old_7"] })]);
    await importInto(b, [decided("dec_b1", { aliases: ["old_7"] })]);
    await syncAll(log, [a, b]);
    const [one, other] = [
      await findDecision(a.memory, PROJECT, "old_7"),
      await findDecision(b.memory, PROJECT, "old_7"),
    ];
    expect([one?.id, other?.id]).toEqual(["dec_a1", "dec_a1"]);
  });

  it("takes an import back everywhere", async () => {
    const { log, machine } = current();
    const [a, b] = [await machine("a"), await machine("b")];
    await importInto(a, [decided("dec_one"), decided("dec_two"), linked("dec_one", "dec_two")]);
    await syncAll(log, [a, b]);
    await takeBackImport(a.memory, PROJECT, RUN.id, a.act());
    await syncAll(log, [a, b]);
    expect((await decisionPage(b.memory, { scope: PROJECT }, 9)).total).toBe(0);
    expect((await verifyAudit(b.memory)).problem).toBeUndefined();
  });
}
