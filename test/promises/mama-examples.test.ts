import { describe, expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { act, decision } from "../support/decisions.ts";
import { legacyLinks } from "../support/links.ts";
import { CHECKPOINT_EXAMPLE } from "../support/mama-example.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, type Json, succeed } from "../support/tools.ts";

/** The decisions of the document's examples, with its ids as aliases, as an import leaves them. */
const DECISIONS = {
  decision_jwt_impl_123: "dec_jwt",
  decision_auth_strategy_456: "dec_auth",
  decision_oauth_strategy_789: "dec_oauth",
  decision_code_review_789: "dec_review",
} as const;

async function documentMemory(): Promise<TestMemory> {
  const memory = await openMemory();
  for (const [alias, id] of Object.entries(DECISIONS))
    await addDecision(memory, { decision: decision({ id, aliases: [alias] }) }, act());
  return memory;
}

const JWT_REFINES_AUTH = {
  from_id: "decision_jwt_impl_123",
  to_id: "decision_auth_strategy_456",
  relationship: "refines",
};
const REASON = "JWT implementation adds technical details missing in the auth strategy decision";
const PROPOSED = {
  ...JWT_REFINES_AUTH,
  reason: REASON,
  evidence: "packages/api/auth.js:45-89 implements JWT validation",
  decision_id: "decision_code_review_789",
};
const linesOf = (text: string, count: number): string => text.split("\n").slice(0, count).join("\n");

describe("MAMA, 1: the examples of checkpoints", () => {
  it("save_checkpoint takes the example, and load_checkpoint without arguments gives it back", async () => {
    const memory = await openMemory();
    expect((await succeed(memory, "save_checkpoint", CHECKPOINT_EXAMPLE))["data"]).toMatchObject({
      missing_parts: [],
    });
    const { text, structured } = await callTool(memory, "load_checkpoint", {});
    expect(structured["data"]).toMatchObject(CHECKPOINT_EXAMPLE);
    for (const words of [
      "Finish auth middleware",
      "/abs/path/to/packages/api/auth.js",
      "DoD: Auth middleware",
    ])
      expect(text).toContain(words);
  });

  it("save_checkpoint stores the example with its line breaks written as backslash and n, too", async () => {
    const memory = await openMemory();
    const summary = CHECKPOINT_EXAMPLE.summary.replaceAll("\n", "\\n");
    await succeed(memory, "save_checkpoint", { ...CHECKPOINT_EXAMPLE, summary });
    expect((await succeed(memory, "load_checkpoint", {}))["data"]).toMatchObject({ summary });
  });
});

describe("MAMA, 3: the examples of links, with the ids of the document", () => {
  it("propose_link answers as the transcript, with the ids of this memory", async () => {
    const { text } = await callTool(await documentMemory(), "propose_link", PROPOSED);
    expect(text).toBe(
      `Link proposed: dec_jwt refines dec_auth\nStatus: Pending user approval\nReason: ${REASON}`,
    );
  });

  it("approve_link answers as the transcript", async () => {
    const memory = await documentMemory();
    await succeed(memory, "propose_link", PROPOSED);
    const { text } = await callTool(memory, "approve_link", JWT_REFINES_AUTH);
    expect(linesOf(text, 5)).toBe(
      "Link approved and activated:\n- From: dec_jwt\n- To: dec_auth\n- Relationship: refines\n- Status: Active",
    );
  });

  it("reject_link answers as the transcript", async () => {
    const memory = await documentMemory();
    const link = { ...JWT_REFINES_AUTH, to_id: "decision_oauth_strategy_789" };
    await succeed(memory, "propose_link", { ...PROPOSED, ...link });
    const reason = "These decisions are unrelated - JWT is for auth, OAuth is for authorization";
    const { text } = await callTool(memory, "reject_link", { ...link, reason });
    expect(linesOf(text, 5)).toBe(
      `Link rejected:\n- From: dec_jwt\n- To: dec_oauth\n- Relationship: refines\n- Reason: ${reason}`,
    );
  });

  it("get_pending_links lists all, or those of one source", async () => {
    const memory = await documentMemory();
    await succeed(memory, "propose_link", PROPOSED);
    const { text } = await callTool(memory, "get_pending_links", {});
    expect(text).toMatch(/^# Pending Link Proposals \(1\)\n/);
    expect(text).toMatch(/1\. dec_jwt refines dec_auth\n +Reason: JWT implementation adds technical details/);
    expect(text).toMatch(/Proposed at: \d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/);
    const none = await succeed(memory, "get_pending_links", { from_id: "decision_auth_strategy_456" });
    expect(none["data"]).toMatchObject({ links: [] });
  });
});

describe("MAMA, 4: the examples of reports", () => {
  it.each([
    [
      "generate_quality_report",
      { format: "markdown", thresholds: { narrativeCoverage: 0.9, linkCoverage: 0.8 } },
      { thresholds: { narrativeCoverage: 0.9, linkCoverage: 0.8, richReasonRatio: 0.7 } },
    ],
    ["get_restart_metrics", { period: "7d", include_latency: true }, { period: "7d", latency: {} }],
  ])("%s takes its example", async (tool, args, data) => {
    expect((await succeed(await documentMemory(), tool, args))["data"]).toMatchObject(data);
  });
});

describe("MAMA, 5: the examples of the clean-up, in their order", () => {
  it("scan, back up, simulate, execute and validate answer as the transcripts", async () => {
    const memory = await documentMemory();
    const pairs = [
      ["dec_jwt", "dec_auth"],
      ["dec_auth", "dec_oauth"],
    ] as const;
    await restoreLinks(memory, "shop", "cln_0", legacyLinks(pairs), act());
    const text = async (tool: string, args: Json) => {
      const reply = await callTool(memory, tool, args, { role: "admin" });
      expect(reply.fault, reply.text).toBeUndefined();
      return reply.text;
    };
    expect(await text("scan_auto_links", { include_samples: true })).toBe(
      [
        "# Auto-Link Scan Results\n\nTotal Links: 2\nAuto-Generated Links: 2 (100%)\nProtected Links: 0 (0%)",
        "Deletion Targets: 2\n\nSample Deletion Targets:\n1. dec_jwt → dec_auth (refines)\n2. dec_auth → dec_oauth (refines)",
      ].join("\n"),
    );
    expect(await text("create_link_backup", { include_protected: false })).toMatch(
      /^# Backup Created Successfully\n\n\*\*Links Backed Up:\*\* 2\n\*\*Backup File:\*\* .+links-backup-2026-02-12T10-30-00-000Z\.json\n\*\*Checksum:\*\* [0-9a-f]+\n\*\*Manifest File:\*\* .+backup-manifest-2026-02-12T10-30-00-000Z\.json/,
    );
    expect(await text("execute_link_cleanup", { batch_size: 100, dry_run: true })).toMatch(
      /^# Link Cleanup Execution\n\n\*\*Mode:\*\* DRY RUN MODE \(simulation\)\n\*\*Would Delete:\*\* 2\n\*\*Backup File:\*\* .+\n\nSample Links:\n1\. dec_jwt → dec_auth \(refines\)[\s\S]*⚠️ To execute actual deletion, run with `dry_run: false`/,
    );
    expect(await text("execute_link_cleanup", { batch_size: 100, dry_run: false })).toMatch(
      /^# Link Cleanup Execution\n\n\*\*Mode:\*\* Cleanup Execution Complete\n\*\*Deleted:\*\* 2\n\*\*Failed:\*\* 0\n\*\*Success Rate:\*\* 100%\n\*\*Backup File:\*\* .+\n\n✅ Cleanup completed\. Run `validate_cleanup_result` to verify\./,
    );
    expect(await text("validate_cleanup_result", { format: "markdown" })).toBe(
      [
        "# Post-Cleanup Validation\n\n**Status:** SUCCESS\n\n✅ SUCCESS: Remaining auto-links under 5%. Target achieved!",
        "## Statistics\n- **Total Links:** 0\n- **Remaining Auto Links:** 0\n- **Remaining Ratio:** 0.0%\n- **Protected Links:** 0",
        "## Recommendation\nCleanup completed successfully. You can proceed with migration.",
      ].join("\n\n"),
    );
  });
});
