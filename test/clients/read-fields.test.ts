import { describe, expect, it } from "vitest";
import { type HookClient, parseEvent, reportedIn } from "../../src/clients/answer-hook.ts";
import { opencodeEvent, readAs } from "../support/recorded-events.ts";

/** The result of a tool of ours, as each client passes it on. */
const MADE = "dec_0mwkdx74c2pm002i8";
const RESULTS: readonly (readonly [HookClient, object])[] = [
  [
    "claude-code",
    { tool_name: "mcp__membria__membria_capture_decision", tool_response: [{ type: "text", text: MADE }] },
  ],
  [
    "codex",
    {
      tool_name: "mcp__membria__membria_capture_decision",
      tool_response: { structuredContent: { id: MADE } },
    },
  ],
  [
    "gemini",
    {
      tool_name: "mcp_membria_mama_save_decision",
      tool_response: { llmContent: [{ text: `Saved ${MADE}.` }] },
    },
  ],
  ["copilot", { tool_name: "membria-membria_capture_decision", tool_result: { text_result_for_llm: MADE } }],
  ["opencode", { tool_name: "membria_record_decision", tool_response: `Recorded as ${MADE}.` }],
  [
    "cursor",
    { tool_name: "MCP:membria_capture_decision", result_json: JSON.stringify({ decision_id: MADE }) },
  ],
];

describe("A decision that a tool of ours made", () => {
  it.each(RESULTS)("is named by %s", (client, fields) => {
    const text = JSON.stringify({ session_id: "one", ...fields });
    expect(readAs(client, "post-tool", text)).toEqual({ captured: [MADE] });
    // Before the tool runs there is none, and a tool that only looks names those of others.
    expect(readAs(client, "pre-edit", text)?.captured).toBeUndefined();
    const looked = text.replace(/"tool_name":"[^"]*"/, '"tool_name":"membria_get_decision"');
    expect(readAs(client, "post-tool", looked)?.captured).toBeUndefined();
  });

  it("is named by Copilot in its own words, too", () => {
    const fields = { toolName: "membria-membria_capture_decision", toolResult: { textResultForLlm: MADE } };
    expect(readAs("copilot", "post-tool", JSON.stringify({ sessionId: "one", ...fields }))).toEqual({
      captured: [MADE],
    });
  });
});

describe("An event", () => {
  it("of a turn that another hook prolonged says so", () => {
    const text = JSON.stringify({ session_id: "one", stop_hook_active: true });
    for (const client of ["claude-code", "codex", "gemini", "copilot"] as const)
      expect(readAs(client, "stop", text)).toEqual({ continued: true });
    const own = JSON.stringify({ sessionId: "one", stop_hook_active: true });
    expect(readAs("copilot", "stop", own)).toEqual({ continued: true });
  });

  it("of a conversation that was cleared counts as one that was shortened", () => {
    const text = JSON.stringify({ session_id: "one", source: "clear" });
    expect(readAs("claude-code", "session-start", text)).toEqual({ compacted: true });
  });

  it("of a patch names the files that it moves", () => {
    const command = "*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n*** Delete File: c.ts\n";
    const text = JSON.stringify({ session_id: "one", tool_name: "apply_patch", tool_input: { command } });
    expect(readAs("codex", "pre-edit", text)).toEqual({ files: ["a.ts", "b.ts", "c.ts"] });
  });

  it("of Cursor has the conversation and the first folder of the workspace", () => {
    const input = { conversation_id: "one", workspace_roots: ["/repo", "/other"], file_path: "/repo/a.ts" };
    const received = parseEvent("cursor", "post-tool", JSON.stringify(input));
    expect(received && reportedIn(received)).toMatchObject({
      session: "one",
      folder: "/repo",
      files: ["/repo/a.ts"],
    });
  });

  it("of Gemini has the prompt without what hooks said before it", () => {
    const said = "<hook_context>One</hook_context>\n\n<hook_context>Two\n</hook_context>\n";
    const prompt = "Change <hook_context>this</hook_context>";
    const sent = (text: string) => JSON.stringify({ session_id: "one", prompt: text });
    expect(readAs("gemini", "prompt", sent(`${said}${prompt}`))).toEqual({ prompt });
    const open = "<hook_context>".repeat(300_000);
    expect(readAs("gemini", "prompt", sent(open))).toEqual({ prompt: open });
  });

  it("of opencode is what our plugin makes of the arguments of its functions", () => {
    const { input, output } = opencodeEvent("tool.execute.before-edit");
    const sent = {
      session_id: input["sessionID"],
      cwd: "/repo",
      tool_name: input["tool"],
      tool_input: output["args"],
    };
    expect(readAs("opencode", "pre-edit", JSON.stringify(sent))).toEqual({ files: ["/repo/notes.txt"] });
  });

  it.each(["{}", '{"session_id":7}', '{"session_id":""}', '{"session_id":null,"sessionId":[]}'])(
    "without a session is none: %s",
    (text) => {
      for (const client of ["claude-code", "codex", "gemini", "copilot", "opencode", "cursor"] as const)
        expect(readAs(client, "prompt", text)).toBeUndefined();
    },
  );

  it.each(["[]", "null", "7", '"text"', "true"])("is an object, and not %s", (text) => {
    expect(parseEvent("codex", "prompt", text)).toBeUndefined();
  });

  it("with values of other kinds has only those that fit", () => {
    const odd = {
      session_id: "one",
      cwd: ["/"],
      prompt: 7,
      tool_input: [],
      tool_name: {},
      source: 1,
      last_assistant_message: {},
    };
    for (const event of ["session-start", "prompt", "pre-edit", "post-tool", "stop", "pre-compact"] as const)
      for (const client of ["claude-code", "codex", "gemini", "opencode", "cursor"] as const)
        expect(Object.keys(readAs(client, event, JSON.stringify(odd)) ?? {})).toEqual([]);
  });
});
