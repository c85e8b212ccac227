import { describe, expect, it, onTestFinished } from "vitest";
import { type EraClient, REVISIONS, startEraClient } from "../mcp/eras-client.ts";
import { type Workplace, workplace } from "../support/project-files.ts";

const SECRET = "Rotate the vault keys on Sundays";
const EVIL = "https://git.example/mallory/game.git";
/** Several processes are started. */
const PATIENCE = 60_000;

/** A memory with a decision of the project `shop`, and a clone of somebody else's repository that claims its name. */
async function attack(): Promise<Workplace & { clone: Workplace["clone"]; evil: string }> {
  const place = await workplace();
  const decide = ["decide", SECRET, "--topic", "vault", "--confidence", "0.9"];
  await place.json(place.path, [...decide, "--project", "shop"]);
  return { ...place, evil: await place.clone("game", EVIL, "shop") };
}

/** What a client of stdio can read, and how. */
const READS: Readonly<Record<string, (client: EraClient) => Promise<Record<string, unknown>>>> = {
  search_decisions: (client) =>
    client.ask("tools/call", { name: "search_decisions", arguments: { query: "rotate vault keys" } }),
  list_decisions: (client) => client.ask("tools/call", { name: "list_decisions", arguments: {} }),
  memory_search_recent: (client) => client.ask("tools/call", { name: "memory_search_recent", arguments: {} }),
  membria_get_decision_context: (client) =>
    client.ask("tools/call", {
      name: "membria_get_decision_context",
      arguments: { statement: SECRET, depth: "full" },
    }),
  "membria://decisions": (client) => client.ask("resources/read", { uri: "membria://decisions" }),
  "membria://decisions/due": (client) => client.ask("resources/read", { uri: "membria://decisions/due" }),
  before_decision: (client) =>
    client.ask("prompts/get", { name: "before_decision", arguments: { statement: "rotate keys" } }),
  resume_work: (client) => client.ask("prompts/get", { name: "resume_work", arguments: {} }),
};

const texts = (answer: Record<string, unknown>): string => JSON.stringify(answer).replaceAll('\\"', '"');

describe.each(REVISIONS)("a clone that names the project of another repository, to a client of %s", (era) => {
  it(
    "gets nothing of its memory, and every reply says why",
    async () => {
      const { evil, env } = await attack();
      const client = await startEraClient(era, env, evil);
      onTestFinished(() => client.kill());
      for (const [what, read] of Object.entries(READS)) {
        const answer = texts(await read(client));
        expect(answer, what).not.toContain(SECRET);
        expect(answer, what).not.toMatch(/dec_[a-z0-9]/);
        expect(answer, what).toContain('names the project \\"shop\\"');
        expect(answer, what).toContain("1 decision waits under that name");
        expect(answer, what).toContain("git.example/mallory/game");
        expect(answer, what).not.toContain("membria trust");
      }
      expect(await client.close()).toBe(0);
    },
    PATIENCE,
  );
});
