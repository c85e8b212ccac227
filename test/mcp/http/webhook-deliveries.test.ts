import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import type { Forge } from "../../../src/repository/rules/webhooks/forge-event.ts";
import type { Log } from "../../../src/shared/ports.ts";
import { act, decision } from "../../support/decisions.ts";
import { openMemory } from "../../support/memory.ts";
import { deliver, PROJECT, WEBHOOK_SECRET } from "../../support/webhooks.ts";
import { openHttp, type TestHttp } from "./open-http.ts";

interface Fixture {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly says: unknown;
}

const FOLDER = fileURLToPath(new URL("../../fixtures/webhooks/", import.meta.url));
const FIXTURES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((name) => [name, JSON.parse(readFileSync(`${FOLDER}${name}`, "utf8")) as Fixture] as const);

const forgeOf = (name: string): Forge => (name.startsWith("github") ? "github" : "gitlab");

async function withDecision(http: TestHttp): Promise<void> {
  for (const [project, linkedPr] of [
    [PROJECT, "https://github.com/acme/shop/pull/12"],
    ["gitlab.example.com/acme/shop", "https://gitlab.example.com/acme/shop/-/merge_requests/12"],
  ] as const)
    await addDecision(http.memory, { decision: decision({ project, linkedPr }) }, act());
}

const send = (http: TestHttp, name: string, { headers, body }: Fixture) =>
  deliver(http.url, forgeOf(name), "", body, { headers });

describe("deliveries of our own writing, sent to a server", () => {
  it("are answered, and nothing is recorded where they say nothing", async () => {
    const http = await openHttp({ webhookSecret: WEBHOOK_SECRET });
    await withDecision(http);
    for (const [name, fixture] of FIXTURES) {
      const { status, answer } = await send(http, name, fixture);
      expect([200, 202, 400], name).toContain(status);
      if (fixture.says === "nothing") expect(answer["status"], name).not.toBe("recorded");
    }
  });

  it("are each known again", async () => {
    const http = await openHttp({ webhookSecret: WEBHOOK_SECRET });
    await withDecision(http);
    for (const [name, fixture] of FIXTURES) {
      const first = await send(http, name, fixture);
      const again = await send(http, name, fixture);
      // What is not recorded may come again: nothing follows from it.
      const expected = first.answer["status"] === "recorded" ? [409] : [202, 400, 409];
      expect(expected, name).toContain(again.status);
    }
  });

  it("are read in the midst of megabytes and of any depth", async () => {
    const http = await openHttp({ webhookSecret: WEBHOOK_SECRET });
    await withDecision(http);
    const [name, fixture] =
      FIXTURES.find(([file]) => file === "github-pull-request-merged.json") ?? expect.fail();
    const body = fixture.body as { pull_request: Record<string, unknown> };
    let deep: unknown = 1;
    for (let level = 0; level < 2_000; level++) deep = [{ deep }];
    const large = { ...body, deep, pull_request: { ...body.pull_request, body: "x".repeat(4_000_000) } };
    expect((await send(http, name, { ...fixture, body: large })).answer).toMatchObject({
      status: "recorded",
    });
  });

  it("leave neither the secret nor their texts in the log", async () => {
    const entries: unknown[] = [];
    const note = (...entry: unknown[]): void => void entries.push(entry);
    const log: Log = { debug: note, info: note, warn: note, error: note, with: () => log };
    const http = await openHttp({ webhookSecret: WEBHOOK_SECRET, memory: await openMemory(log) });
    await withDecision(http);
    for (const [name, fixture] of FIXTURES) await send(http, name, fixture);
    await deliver(http.url, "github", "push", "{}", { secret: "another-secret-of-16" });
    const written = JSON.stringify(entries);
    expect(written).toContain("A webhook was received");
    expect(written).not.toContain(WEBHOOK_SECRET);
    expect(written).not.toMatch(/orders/i);
  });
});
