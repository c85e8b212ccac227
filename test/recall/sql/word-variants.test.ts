import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { indexAgain } from "../../../src/repair/sql/index-again.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import { ALL_PROJECTS } from "../../../src/shared/scope.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, decision } from "../../support/decisions.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function memory(...statements: string[]): Promise<{ memory: Memory; path: string; ids: string[] }> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const path = folder.file("membria.db");
  const store = await openMemoryFile(path, silentLog);
  onTestFinished(store.close);
  const ids: string[] = [];
  for (const statement of statements) ids.push(await add(store, statement));
  return { memory: store, path, ids };
}

async function add(store: Memory, statement: string, project = "shop"): Promise<string> {
  return (await addDecision(store, { decision: decision({ statement, project }) }, act())).decision.id;
}

/** By words alone. */
async function find(store: Memory, query: string, scope: string = "shop"): Promise<string[]> {
  const { candidates } = await findCandidates(store, { scope, text: textQuery(query), perMethod: 10 });
  return candidates.map(({ id }) => id);
}

describe("a word is found in its other spellings", () => {
  it.each([
    ["e-mail", "email"],
    ["multi-tenant", "multitenant", "multi tenant"],
    ["re-use", "reuse"],
    ["co-operative", "cooperative"],
    ["UTF-8", "utf8"],
    ["sign in", "sign-in", "signin", "log in", "login", "log-in", "logged in", "signs in", "logins"],
    ["sign out", "logout", "log out"],
    ["set up", "setup", "set-up", "setting up"],
    ["back up", "backup", "backups", "back-up", "backing up"],
    ["fall back", "fallback", "falls back", "fell back"],
    ["roll back", "rollback", "rolled back"],
    ["time out", "timeout", "timed out"],
    ["check out", "checkout"],
    ["back end", "backend", "back-end", "back ends"],
    ["front end", "frontend"],
    ["white list", "whitelist"],
    ["data base", "database", "databases"],
    ["file name", "filename"],
    ["time stamp", "timestamp"],
    ["code base", "codebase"],
    ["run time", "runtime"],
    ["life cycle", "lifecycle"],
    ["micro services", "microservice"],
    ["session store", "auth/session_store.ts", "SessionStore.ts", "session-store.md", "sessionStore"],
    ["invoice number", "src/billing/InvoiceNumber.kt", "invoice_number", "INVOICE_NUMBER"],
    ["choose", "chosen", "chose", "choosing"],
    ["keep", "kept"],
    ["build", "built"],
    ["write", "wrote", "written"],
    ["index", "indices", "indexes"],
    ["matrix", "matrices"],
    ["schema", "schemas", "schemata"],
    ["status", "statuses"],
    ["alias", "aliases"],
    ["embed", "embedding", "embedded"],
  ])("%s", async (...spellings: string[]) => {
    const { memory: store, ids } = await memory(
      ...spellings.map((spelling) => `Zebras: ${spelling} .`),
      "Horses",
    );
    const all = ids.slice(0, -1).sort();
    for (const spelling of spellings)
      expect([spelling, (await find(store, spelling)).sort()]).toEqual([spelling, all]);
  });

  it("and the parts of a compound that is one word find nothing by themselves", async () => {
    const { memory: store, ids } = await memory("Members log in", "Write a log", "Draw in ink");
    expect(await find(store, "login")).toEqual([ids[0]]);
    expect(await find(store, "log in")).toEqual([ids[0]]);
  });

  it("unless a part is asked for by itself, or no decision has the whole", async () => {
    const { memory: store, ids } = await memory("Members log in", "Write a log");
    expect((await find(store, "log in, log")).sort()).toEqual([...ids].sort());
    expect(await find(store, "log out")).toContain(ids[1]);
  });

  it("but a quotation is found as it is written", async () => {
    const { memory: store, ids } = await memory("We set up mail", "We set mail aside", "The setup of mail");
    expect(await find(store, '"we set"')).toHaveLength(2);
    expect(await find(store, '"set up"')).toEqual([ids[0]]);
    expect(await find(store, '"setup"')).toEqual([ids[2]]);
  });

  it("and a product is no identifier", async () => {
    const { memory: store } = await memory("Use JavaScript", "Keep PostgreSQL");
    expect(await find(store, "java")).toEqual([]);
    expect(await find(store, "sql")).toEqual([]);
  });
});

describe("an abbreviation that a decision spells out", () => {
  const SPELT_OUT = "Write an architecture decision record (ADR) each time";

  it("is found by either form", async () => {
    const { memory: store, ids } = await memory(
      SPELT_OUT,
      "ADRs stay in git",
      "Number each architecture decision record",
    );
    expect((await find(store, "ADR")).sort()).toEqual([...ids].sort());
    expect((await find(store, "architecture decision records")).sort()).toEqual([...ids].sort());
  });

  it("is unknown in other projects", async () => {
    const { memory: store } = await memory(SPELT_OUT);
    const theirs = await add(store, "Number each architecture decision record", "bank");
    expect(await find(store, "ADR", "bank")).toEqual([]);
    expect(await find(store, "ADR", ALL_PROJECTS)).toContain(theirs);
  });

  it("is forgotten with the decision, and leaves nothing in the file", async () => {
    const {
      memory: store,
      path,
      ids,
    } = await memory("Rank by reciprocal quokka fusion (RQF)", "Weigh the reciprocal quokka fusion");
    expect(await find(store, "RQF")).toContain(ids[1]);
    await eraseDecision(store, "shop", ids[0] as string, act());
    expect(await find(store, "RQF")).toEqual([]);
    expect(await raw(path, (db) => db.prepare("SELECT * FROM abbreviations").all())).toEqual([]);
  });

  it("comes back with a rebuild, which says that it was missing", async () => {
    const { memory: store, path, ids } = await memory(SPELT_OUT, "Number each architecture decision record");
    await raw(path, (db) => db.exec("DELETE FROM abbreviations"));
    expect(await find(store, "ADR")).toEqual([ids[0]]);
    const rebuilt = await rebuildDerived(store, true, act());
    expect(rebuilt.words.mended).toBe(1);
    expect((await find(store, "ADR")).sort()).toEqual([...ids].sort());
  });
});

describe("a memory from before words had other spellings", () => {
  it("is indexed again when it is opened, and a damaged decision keeps the words it has", async () => {
    const {
      memory: store,
      path,
      ids,
    } = await memory("Members log in by mail", "Kubernetes (K8s) runs it", "Damaged zebra login");
    await store.close();
    await raw(path, (db) => {
      db.exec("DELETE FROM memories_text WHERE rowid < 3; DROP TABLE abbreviations; DROP TABLE revisions");
      db.exec("DROP TABLE project_places; DROP TABLE change_places");
      for (const table of [
        "teams",
        "team_changes",
        "team_parts",
        "team_records",
        "team_held",
        "team_members",
        "hook_sessions",
        "hook_files",
        "hook_told",
        "candidates",
        "settled_candidates",
        "reports",
        "repository_reads",
        "webhook_deliveries",
        "anchors",
        "anchor_reads",
        "manifests",
        "lost_dependencies",
        "page_tickets",
        "page_sessions",
      ])
        db.exec(`DROP TABLE ${table}`);
      db.exec(
        "DROP TABLE team_aside; DROP INDEX change_parts_emptied; DROP INDEX passages_of_evidence; DROP INDEX memories_linked; DROP INDEX memories_by_branch",
      );
      db.exec("DROP INDEX links_merging_out; DROP INDEX links_merging_in; DROP INDEX links_taken_over");
      db.exec("ALTER TABLE outcomes DROP COLUMN withdrawn");
      db.exec("INSERT INTO memories_text (rowid, title, body) VALUES (1, 'Members log in by mail', '')");
      db.exec("INSERT INTO memories_text (rowid, title, body) VALUES (2, 'Kubernetes (K8s) runs it', '')");
      db.exec(`UPDATE memories SET body = '{"schema_version": 99}' WHERE seq = 3`);
      db.exec(`PRAGMA user_version = ${MIGRATIONS.indexOf(indexAgain)}`);
    });
    const again = await openMemoryFile(path, silentLog);
    onTestFinished(again.close);
    expect(await find(again, "login")).toEqual([ids[0], ids[2]]);
    expect(await find(again, "zebra")).toEqual([ids[2]]);
    expect(await raw(path, (db) => db.prepare("SELECT short, long FROM abbreviations").all())).toEqual([
      { short: "k8s", long: "kubernetes" },
    ]);
  });
});
