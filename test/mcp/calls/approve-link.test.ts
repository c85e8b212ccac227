import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderOfTest } from "../../support/memory.ts";
import { PATIENT } from "../../support/patient.ts";
import { MEMBRIA } from "../../support/stdio-client.ts";

type Answer = { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> };

describe.each<[string, NonNullable<ClientOptions["versionNegotiation"]>]>([
  ["2025-11-25", { mode: "legacy" }],
  ["2026-07-28", { mode: { pin: "2026-07-28" } }],
])("approve_link, with a client of %s", (_, versionNegotiation) => {
  /** A client with a pending link. The person gives these answers in turn. */
  async function start(answers?: Answer[]) {
    const folder = await folderOfTest();
    const client = new Client(
      { name: "claude-code", version: "2.1.325" },
      { versionNegotiation, capabilities: answers ? { elicitation: {} } : {} },
    );
    const asked: string[] = [];
    if (answers)
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return answers[asked.length - 1] ?? { action: "cancel" };
      });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MEMBRIA, "mcp", "serve"],
        env: {
          ...getDefaultEnvironment(),
          ...PATIENT,
          MEMBRIA_HOME: folder.path,
          MEMBRIA_PROJECT: "shop",
          MEMBRIA_PERSON: "Jane Doe",
        },
        cwd: folder.path,
        stderr: "ignore",
      }),
    );
    onTestFinished(() => client.close());
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    const decide = async (title: string): Promise<string> => {
      const { structuredContent } = await call("record_decision", {
        title,
        target: title,
        rationale: "It was measured",
      });
      return (structuredContent as { decision_id: string }).decision_id;
    };
    const from_id = await decide("Cache orders in Redis");
    const to_id = await decide("Cache what is read often");
    const link = { from_id, to_id, relationship: "refines" };
    await call("propose_link", { ...link, reason: "It says where" });
    return { asked, approve: () => call("approve_link", link) };
  }

  it("asks the person each time: a decline or cancel refuses, a yes is recorded as reported by the client", async () => {
    const { asked, approve } = await start([
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: { confirm: true } },
    ]);
    for (let refusals = 1; refusals <= 2; refusals++) {
      expect(await approve()).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "UNAUTHORIZED", details: { reason: "declined" } } },
      });
      expect(asked).toHaveLength(refusals);
    }
    for (const said of [
      "claude-code",
      "Cache orders in Redis",
      "refines",
      "Cache what is read often",
      "It says where",
    ])
      expect(asked[0]).toContain(said);
    expect((await approve()).structuredContent).toMatchObject({
      data: {
        status: "active",
        reviews: [{ how: "asked", author: "agent", by: "claude-code", client: "claude-code/2.1.325" }],
      },
    });
  });

  it("counts as the approval with a client that cannot ask", async () => {
    const { approve } = await start();
    expect((await approve()).structuredContent).toMatchObject({
      data: { status: "active", reviews: [{ how: "called", author: "agent", by: "claude-code" }] },
    });
  });
});
