import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EraClient, REVISIONS, startEraClient } from "../mcp/eras-client.ts";
import { eventually } from "../support/eventually.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

describe.each(REVISIONS)("Membria protocol, Request format: resources by name, revision %s", (revision) => {
  let folder: TemporaryFolder;
  let client: EraClient;
  let decision_id: string;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop", MEMBRIA_EMBEDDING: "off" };
    client = await startEraClient(revision, env);
    decision_id = await capture("Use PostgreSQL for user database");
  });
  afterAll(async () => {
    expect(await client.close(), client.stderr()).toBe(0);
    await folder.remove();
  });

  async function capture(statement: string): Promise<string> {
    const args = { statement, alternatives: ["MongoDB"], confidence: 0.8, context: { module: "database" } };
    const result = await client.ask("tools/call", { name: "membria.capture_decision", arguments: args });
    return String((result["structuredContent"] as Record<string, unknown>)["decision_id"]);
  }

  async function read(params: Record<string, unknown>) {
    const { contents } = await client.ask("resources/read", params);
    const [{ uri, text }] = contents as [{ uri: string; text: string }];
    return { uri, value: JSON.parse(text) as Record<string, unknown> };
  }

  it("reads the address in params.name, with its arguments", async () => {
    const name = "membria://decisions/all";
    const all = await read({ name, arguments: { module: "database", limit: 1 } });
    expect(all).toMatchObject({ uri: name, value: { decisions: [{ decision_id }], total: 1 } });
    expect((await read({ name, arguments: { module: "auth" } })).value).toMatchObject({ total: 0 });
  });

  it("reads the name that a resource is listed under, whose variables are arguments", async () => {
    const uri = `membria://graph/causal-chain/${decision_id}`;
    expect(await read({ name: "causal_chain", arguments: { decision_id } })).toMatchObject({
      uri,
      value: { chain: [{ decision_id }] },
    });
  });

  it.each([
    ["neither a uri nor a name", {}, /^uri is required\. Send the address of the resource as uri/],
    ["a name without its variable", { name: "causal_chain" }, /^decision_id is required for membria:/],
  ])("refuses %s in one sentence", async (_, params, message) => {
    const error = await client.refused("resources/read", params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(message) });
    expect(error.data).toMatchObject({ reason: "missing_argument" });
    expect(JSON.stringify(error)).not.toContain("invalid_type");
  });

  it("refuses an unknown name with the addresses there are", async () => {
    const error = await client.refused("resources/read", { name: "everything" });
    expect(error.code).toBe(client.missing);
    expect(error.message).toContain('There is no resource "everything"');
    expect(error.message).toContain("membria://anomalies/current");
  });

  it.skipIf(revision === "2026-07-28")("subscribes by name, and notifies with the address", async () => {
    await client.ask("resources/subscribe", { name: "decisions", arguments: { module: "database" } });
    await capture("Use PostgreSQL for the analytics");
    await eventually(() =>
      expect(client.notifications).toContainEqual(
        expect.objectContaining({ params: expect.objectContaining({ uri: "membria://decisions/all" }) }),
      ),
    );
    await client.ask("resources/unsubscribe", { name: "decisions" });
    const refused = await client.refused("resources/subscribe", {});
    expect(refused).toMatchObject({ code: -32602, message: expect.stringContaining("uri is required") });
  });
});
