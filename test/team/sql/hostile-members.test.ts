import { createHash } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision, decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { canonicalJson, type Json } from "../../../src/shared/canonical-json.ts";
import { ChangeHeader } from "../../../src/team/rules/member-change.ts";
import { positionOf } from "../../../src/team/rules/membership.ts";
import type { LogEntry } from "../../../src/team/rules/team-log.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { decision } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { LogModel, PROJECT, type Replica, replica } from "../../support/team-replicas.ts";

type Fields = { readonly [key: string]: Json | undefined };

/** Two machines that know the same decision, and one of them another project that it shares with nobody. */
async function teamWithSecrets() {
  const log = new LogModel();
  const [mallory, victim] = [await replica("m"), await replica("v")];
  onTestFinished(() =>
    Promise.all([mallory, victim].map(({ memory: store }) => store.close())).then(() => {}),
  );
  await addDecision(
    mallory.memory,
    { decision: decision({ id: "dec_shared", project: PROJECT }) },
    mallory.act(),
  );
  await addOutcome(mallory.memory, PROJECT, "dec_shared", outcome(1, { id: "out_shared" }), mallory.act());
  await addDecision(
    victim.memory,
    { decision: decision({ id: "dec_secret", project: "bank" }) },
    victim.act(),
  );
  await mallory.push(log);
  await victim.pull(log);
  return { log, mallory, victim };
}

/** Adds a change as a member with a changed program could: its signature is right, whatever it says. */
function forge(
  log: LogModel,
  action: string,
  subject: string,
  refs: readonly string[],
  args: readonly Json[],
): void {
  const entry = log.entries.length + 1;
  const parts = args.map((value) => {
    const salt = "00".repeat(16);
    const hash = createHash("sha256").update(Buffer.from(salt, "hex")).update(canonicalJson(value));
    return { about: [subject], salt, args: value, digest: hash.digest("hex") };
  });
  const header: ChangeHeader = {
    format: 1,
    team: "team_made",
    origin: "org_m",
    seq: 100 + entry,
    at: Date.parse("2026-03-01T10:00:00Z"),
    action,
    kind: action.split(".")[0] as string,
    subject,
    refs: [...refs],
    author: { kind: "agent", name: "mallory" },
    client: "changed",
    version: 1,
    parts: parts.map(({ digest, about }) => ({ digest, about })),
  };
  const { origin, seq } = header;
  const change = { origin, seq, header: canonicalJson(header), signature: "c2ln", parts, entry };
  log.entries.push({ ...change, position: positionOf(log.life, entry) } as LogEntry);
}

const said = (log: LogModel, action: string): Fields => {
  const found = log.entries.find(({ header }) => ChangeHeader.parse(JSON.parse(header)).action === action);
  return found?.parts[0]?.args as Fields;
};

const counts = async ({ memory: store }: Replica) => (await teamOf(store, PROJECT))?.setAside;

describe("A member with a changed program", () => {
  const by = { kind: "agent", name: "mallory" };
  const captured_in = { client: "editor", session: "s1", files: ["a.ts"], exchange: "Person: yes" };
  const wordingWith = (fields: Fields) => (): Json => ({
    ...{ id: "rev_new", decision_id: "dec_shared", at: Date.parse("2026-03-01T10:00:00Z") },
    ...{ author_kind: "agent", author: "mallory", person: null, context_hash: "" },
    body: {
      ...{ schema_version: 1, content: "Other words", topic: "orders", topic_stated: 1, domain: "database" },
      body: { hash_version: 1, ...fields },
    },
  });
  const row = (log: LogModel, fields: Fields): Fields => ({
    ...said(log, "decision.captured"),
    id: "dec_new",
    ...fields,
  });

  it.each<[string, string, string, readonly string[], (log: LogModel) => Json]>([
    [
      "brings a row into another project",
      "decision.captured",
      "dec_new",
      [],
      (log) => row(log, { project: "bank" }),
    ],
    ["brings no row at all", "decision.captured", "dec_new", [], () => ({})],
    ["points at a row of this machine", "decision.captured", "dec_new", [], () => ({ row: "dec_secret" })],
    ["brings a context", "decision.captured", "dec_new", [], (log) => row(log, { type: "context" })],
    ["brings a row under another name", "decision.captured", "dec_other", [], (log) => row(log, {})],
    [
      "brings notes that are none",
      "decision.captured",
      "dec_new",
      [],
      (log) => row(log, { body: { ...(said(log, "decision.captured")["body"] as Fields), notes: "none" } }),
    ],
    [
      "says where its own decision came from",
      "decision.captured",
      "dec_new",
      [],
      (log) => row(log, { body: { ...(said(log, "decision.captured")["body"] as Fields), captured_in } }),
    ],
    [
      "says where a decision came from",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ progress: "executed", captured_in, by }),
    ],
    [
      "judges an assumption by a state that does not exist",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ assumption: { assumption: "asm_1", state: "holy" }, by }),
    ],
    [
      "hides words in why an assumption is false",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ assumption: { assumption: "asm_1", state: "false", because: "It \u202eis" }, by }),
    ],
    [
      "anchors a decision outside of the repository",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ anchor: { path: "../../etc/passwd", sketch: "" }, by }),
    ],
    [
      "anchors a decision to a path of its own machine",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ anchor: { path: "/home/mallory/a.ts", sketch: "" }, by }),
    ],
    [
      "anchors a decision by a sketch that is none",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ anchor: { path: "src/a.ts", sketch: "0".repeat(100_000) }, by }),
    ],
    [
      "brings anchors that are none",
      "decision.captured",
      "dec_new",
      [],
      (log) =>
        row(log, {
          body: {
            ...(said(log, "decision.captured")["body"] as Fields),
            anchors: [{ path: "src/a.ts", sketch: "", line: "one", at: 1, by }],
          },
        }),
    ],
    [
      "brings judgements of assumptions that are none",
      "decision.captured",
      "dec_new",
      [],
      (log) =>
        row(log, {
          body: {
            ...(said(log, "decision.captured")["body"] as Fields),
            assumption_states: [{ assumption: 7, state: "false", at: 1, by }],
          },
        }),
    ],
    [
      "says where an imported decision came from",
      "import.continued",
      "imp_new",
      ["dec_new"],
      (log) => ({
        kind: "decision",
        memory: row(log, { body: { ...(said(log, "decision.captured")["body"] as Fields), captured_in } }),
        outcomes: [],
        signals: [],
      }),
    ],
    ["says it in a wording", "decision.edited", "dec_shared", ["rev_new"], wordingWith({ captured_in })],
    [
      "turns the direction of a text",
      "decision.captured",
      "dec_new",
      [],
      (log) => row(log, { content: "Delete \u202ethe backups\u202c" }),
    ],
    [
      "changes a decision of another project",
      "decision.updated",
      "dec_secret",
      [],
      () => ({ standing: "deprecated", by }),
    ],
    [
      "gives a standing that does not exist",
      "decision.updated",
      "dec_shared",
      [],
      () => ({ standing: "holy", by }),
    ],
    [
      "judges a decision of another project",
      "outcome.recorded",
      "out_new",
      ["dec_secret"],
      (log) => ({
        ...said(log, "outcome.recorded"),
        id: "out_new",
        decision_id: "dec_secret",
      }),
    ],
    [
      "judges one decision and names another",
      "outcome.recorded",
      "out_new",
      ["dec_shared"],
      (log) => ({
        ...said(log, "outcome.recorded"),
        id: "out_new",
        decision_id: "dec_secret",
      }),
    ],
    [
      "replaces a decision of another project",
      "decision.superseded",
      "dec_secret",
      ["dec_shared", "lnk_x"],
      () => ({
        by: "dec_shared",
        link: "lnk_x",
      }),
    ],
    [
      "erases a decision of another project",
      "decision.erased",
      "dec_secret",
      [],
      () => ({
        sources: { salt: "", digests: [] },
        proposals: [],
      }),
    ],
    [
      "takes back what it never imported",
      "import.undone",
      "imp_x",
      [],
      () => ({
        memories: ["dec_secret"],
        links: [],
        proposals: [],
        standings: [],
      }),
    ],
  ])(
    "%s: it is set aside, what comes after it is applied, and nothing else changes",
    async (_, action, subject, refs, args) => {
      const { log, mallory, victim } = await teamWithSecrets();
      const before = await decisionPage(victim.memory, { scope: "bank" }, 10);
      const holding = await findDecision(victim.memory, PROJECT, "dec_shared");
      forge(log, action, subject, refs, [args(log)]);
      await addDecision(
        mallory.memory,
        { decision: decision({ id: "dec_after", project: PROJECT }) },
        mallory.act(),
      );
      await mallory.push(log);
      await victim.pull(log);
      expect(await counts(victim)).toEqual({ malformed: 1 });
      expect(await decisionPage(victim.memory, { scope: "bank" }, 10)).toEqual(before);
      expect(await findDecision(victim.memory, PROJECT, "dec_shared")).toEqual(holding);
      const { items } = await decisionPage(victim.memory, { scope: "all" }, 10);
      expect(items.map(({ id }) => id).sort()).toEqual(["dec_after", "dec_secret", "dec_shared"]);
      expect((await verifyAudit(victim.memory)).problem).toBeUndefined();
    },
  );
});
