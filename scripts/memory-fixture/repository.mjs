import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitIn } from "./sources.mjs";

const SECRET = "a-secret-of-the-shop";
const FORGE = "https://github.com/corner/shop";

/** Records reports of the repository and its forge: a decision was carried out and merged, and its package went away. */
export async function tellRepository(at, { cwd }) {
  const shop = at("2026-10-27T09:00:00Z", "corner-shop");
  const { decision_id } = await shop.json(
    ...[
      "decide",
      "Round prices at the point of sale (POS) with the package rounder",
      "--confidence",
      "0.7",
      "--file",
      "package.json",
    ],
  );
  const packages = (dependencies) =>
    writeFileSync(join(cwd, "package.json"), `${JSON.stringify({ name: "shop", dependencies }, null, 1)}\n`);
  const commit = (day, message) =>
    commitIn(cwd, ["package.json"], { message, date: `2026-10-${day}T08:00:00Z` });
  packages({ rounder: "1.0.0", scales: "2.0.0" });
  commit("28", `Round prices\n\nCarries out ${decision_id}`);
  await at("2026-10-28T09:00:00Z", "corner-shop").run(["git", "sync"]);
  packages({ scales: "2.0.0" });
  commit("29", "Round prices by hand");
  await at("2026-10-29T09:00:00Z", "corner-shop").run(["git", "sync"]);
  await deliver(at("2026-10-30T09:00:00Z", "corner-shop", { MEMBRIA_WEBHOOK_SECRET: SECRET }), decision_id);
}

function deliver(program, decision_id) {
  const body = JSON.stringify({
    action: "closed",
    repository: {
      id: 7,
      full_name: "corner/shop",
      html_url: FORGE,
      clone_url: `${FORGE}.git`,
      default_branch: "main",
    },
    pull_request: {
      number: 12,
      html_url: `${FORGE}/pull/12`,
      title: `Round prices (${decision_id})`,
      body: null,
      merged: true,
      merged_at: "2026-10-30T08:00:00Z",
      merge_commit_sha: "b".repeat(40),
      created_at: "2026-10-30T07:00:00Z",
      head: { ref: "round-prices", sha: "a".repeat(40), repo: { id: 7 } },
      base: { ref: "main", repo: { id: 7 } },
    },
  });
  const headers = {
    "Content-Type": "application/json",
    "X-GitHub-Event": "pull_request",
    "X-GitHub-Delivery": "00000000-0000-4000-8000-000000000012",
    "X-Hub-Signature-256": `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`,
  };
  return program.deliver("/webhooks/github?project=corner-shop", headers, body);
}
