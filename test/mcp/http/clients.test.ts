import { describe, expect, it, onTestFinished } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { succeed } from "../../support/tools.ts";
import { openHttp } from "./open-http.ts";
import { connect, REVISIONS } from "./sdk-client.ts";

const DECISION = {
  statement: "Use PostgreSQL for user database instead of MongoDB",
  alternatives: ["MongoDB"],
  confidence: 0.82,
};

describe.each(REVISIONS)("a client of revision %s", (era) => {
  it.each(["/mcp", "/"])(
    "connects at %s, lists tools, captures a decision and reads it back",
    async (path) => {
      const http = await openHttp();
      const { token } = await http.key();
      const { client } = await connect(http, era, token, { path });
      expect(client.getServerVersion()).toMatchObject({ name: "membria", version: "1.2.3" });
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("membria_capture_decision");
      const captured = await client.callTool({ name: "membria.capture_decision", arguments: DECISION });
      const { decision_id, project } = captured.structuredContent as Record<string, string>;
      expect(project).toBe("shop");
      const read = await client.callTool({ name: "membria_get_decision", arguments: { decision_id } });
      expect(read.structuredContent).toMatchObject({
        statement: DECISION.statement,
        created_by: expect.stringContaining("claude-code"),
      });
    },
  );

  it("is notified when the tool list changed", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const { client } = await connect(http, era, token);
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler("notifications/tools/list_changed", () => resolve());
    });
    if (era === "2026-07-28") {
      const subscription = await client.listen({ toolsListChanged: true });
      onTestFinished(() => subscription.close());
    }
    const again = setInterval(() => http.notify.toolsChanged(), 20);
    onTestFinished(() => clearInterval(again));
    await told;
  });

  it("gets an error without the output of a validator", async () => {
    const http = await openHttp();
    const { token } = await http.key();
    const { client } = await connect(http, era, token);
    await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("Unknown tool: no_such_tool"),
    });
  });

  it.each([true, false])("asks the person before it replaces what they decided: %s", async (answer) => {
    const http = await openHttp();
    const old = { title: "Cache orders in Redis", target: "cache", rationale: "It is there." };
    const { decision_id } = await succeed(http.memory, "record_decision", old, { kind: "human" });
    const { token } = await http.key({ project: "shop", mayConsent: true });
    const { client } = await connect(http, era, token, { answer });
    const replaced = await client.callTool({
      name: "supersede_decision",
      arguments: {
        title: "Cache orders in memory",
        target: "cache",
        rationale: "One process reads them.",
        old_decision_ids: [decision_id],
      },
    });
    expect(replaced.isError ?? false).toBe(!answer);
    const { standing } = (await findDecision(http.memory, "shop", String(decision_id))) ?? {};
    expect(standing).toBe(answer ? "superseded" : "active");
  });
});
