import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type HookClient, reportedIn } from "../../src/clients/answer-hook.ts";
import type { Fields } from "../../src/clients/hook-dialects.ts";
import type { HookEvent } from "../../src/hooks/rules/hook-session.ts";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "hook-events");

const read = (client: HookClient, event: HookEvent, file: string, more: Fields = {}) => {
  const sent = JSON.parse(readFileSync(join(FIXTURES, file), "utf8")) as Fields;
  return reportedIn({ client, event, input: { ...sent, ...more } });
};

it.each([
  ["claude-code", "claude-code/SessionStart-resume.json"],
  ["codex", "codex/SessionStart-resume.json"],
] as const)("%s keeps what was told at the start", (client, file) => {
  expect(read(client, "session-start", file)).toMatchObject({ resumed: true, compacted: false });
});

it("Copilot loses what was told at the start, and keeps what was told at prompts", () => {
  const event = read("copilot", "session-start", "copilot-cli/pascal-case/SessionStart-resume.json");
  expect(event?.resumed).toBeUndefined();
  expect(event?.compacted).toBe(false);
});

it("Gemini loses what was told at prompts", () => {
  expect(read("gemini", "session-start", "gemini-cli/SessionStart-resume.json")?.compacted).toBe(true);
  expect(read("gemini", "session-start", "gemini-cli/SessionStart-startup.json")?.compacted).toBe(false);
});

it("Gemini puts what was told at the start before the prompt, which is read without it", () => {
  const prompt =
    "<hook_context>From Membria:\n- a record</hook_context>\n\n<hook_context>Of others.</hook_context>\n\nUse a queue.";
  expect(read("gemini", "prompt", "gemini-cli/BeforeAgent.json", { prompt })?.prompt).toBe("Use a queue.");
});

it("Gemini passes on what is said after a change, and not what is said before it", () => {
  expect(read("gemini", "pre-edit", "gemini-cli/AfterTool-replace.json")?.isUnheard).toBeUndefined();
  expect(read("gemini", "pre-edit", "gemini-cli/BeforeTool-replace.json")?.isUnheard).toBe(true);
});
