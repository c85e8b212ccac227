import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeMama } from "./mama-source.mjs";
import { writeAdrs, writeLaterAdr, writeServerMemory } from "./sources.mjs";

/** Imports. Sources have relative paths, because their names are stored. */
export async function tellMoving(at, { cwd, elsewhere }) {
  const warehouse = at("2026-10-05T09:00:00Z", "warehouse");
  writeMama(join(cwd, "mama.db"));
  await warehouse.run(["import", "mama", "mama.db"]);
  writeServerMemory(join(cwd, "memory.jsonl"), "Warehouse");
  await warehouse.run(["import", "server-memory", "memory.jsonl"]);
  await links(warehouse);
  await warehouse.run(["forget", "decision_stock_5", "--yes"]);

  const till = at("2026-10-06T09:00:00Z", "till");
  await adrs(till, join(cwd, "docs", "decisions"));
  writeServerMemory(join(cwd, "wrong.jsonl"), "Wrong");
  const { run } = await till.json("import", "server-memory", "wrong.jsonl");
  await till.run(["import", "undo", run]);

  const branch = elsewhere("2026-10-07T09:00:00Z", "branch");
  const first = ["Open a second shop by the river", "--topic", "second_shop", "--confidence", "0.55"];
  const { decision_id } = await branch.json("decide", ...first);
  await branch.run(["outcome", decision_id, "success", "--lesson", "The river brings walkers"]);
  const second = ["Open a third shop by the lake", "--topic", "second_shop", "--supersedes", decision_id];
  await branch.run(["decide", ...second]);
  const drafted = { topic: "second_shop", decision: "Open no further shop", reasoning: "Rents are high" };
  await branch.agent(({ call }) => call("memory_save_decision", drafted));
  await branch.run(["export", "json", "branch.json"]);
  await at("2026-10-08T09:00:00Z", "branch").run(["import", "json", "branch.json"]);
}

/** Auto links that were cleaned up and restored, one that a person approved, and links in every state. */
async function links(program) {
  const pending = await program.json("links");
  const waiting = pending.links.find(({ relationship }) => relationship === "contradicts");
  await program.run(["links", "reject", waiting.link_id, "--reason", "A camera was fast enough"]);
  const { data } = await program.json("links", "backup");
  await program.run(["links", "cleanup", "--yes"]);
  await program.run(["links", "restore", data.backup_file]);
  const propose = { from_id: "decision_stock_4", to_id: "decision_stock_3", relationship: "refines" };
  const second = { from_id: "decision_stock_3", to_id: "decision_stock_1", relationship: "contradicts" };
  await program.agent(async ({ call }) => {
    const evidence = { evidence: "The count of June", decision_id: "decision_shelf_3" };
    await call("propose_link", {
      ...propose,
      reason: "Milk stands on the lowest shelf, where nobody sees it run low",
      ...evidence,
    });
    await call("propose_link", { ...second, reason: "A low shelf cannot be counted standing" });
    // This client cannot ask the person, so the call itself is the approval.
    await call("approve_link", propose);
  });
  await program.agent(({ call }) => call("approve_link", second), { agrees: true });
}

/** Brought in twice, the second time with a record that takes the place of one from the first. Then kept in step: a status that changed in a file, one that changed here, and a decision that goes out. */
async function adrs(program, folder) {
  writeAdrs(folder);
  await program.run(["import", "adr", "docs/decisions"]);
  writeLaterAdr(folder);
  await program.run(["import", "adr", "docs/decisions"]);
  await program.run(["sync", "adr", "docs/decisions"]);
  const receipts = join(folder, "0003-receipts.md");
  writeFileSync(receipts, readFileSync(receipts, "utf8").replace("proposed", "accepted"));
  await program.run([
    "decide",
    "Close the till at eight",
    "--confidence",
    "0.7",
    "--reasoning",
    "It is dark by then",
  ]);
  await program.run(["retract", "docs/decisions/0004-take-phones.md", "--reason", "The reader broke"]);
  await program.run(["sync", "adr", "docs/decisions"]);
}
