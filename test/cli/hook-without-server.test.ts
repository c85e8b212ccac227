import { expect, it } from "vitest";
import { runProgram } from "../support/command-line.ts";
import { PATIENT_MS } from "../support/hook-program.ts";
import { folderOfTest } from "../support/memory.ts";

const NO_MODEL = {
  MEMBRIA_EMBEDDING: "off",
  MEMBRIA_PROJECT: "shop",
  MEMBRIA_HOOK_WAIT_MS: String(PATIENT_MS),
};

it("tells a session where the work stands before a server runs", async () => {
  const { path: home } = await folderOfTest();
  const env = { ...NO_MODEL, MEMBRIA_HOME: home };
  await runProgram(["checkpoint", "The export is written, its test is missing."], { env });
  await runProgram(["decide", "Write the export as lines of JSON"], { env });

  const { code, out } = await runProgram(["hook", "session-start", "--client", "claude-code"], {
    env,
    input: JSON.stringify({
      session_id: "abc",
      cwd: home,
      hook_event_name: "SessionStart",
      source: "startup",
    }),
  });

  expect(code).toBe(0);
  const { hookSpecificOutput } = JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } };
  expect(hookSpecificOutput.additionalContext).toContain('"The export is written, its test is missing."');
  expect(hookSpecificOutput.additionalContext).toContain('"Write the export as lines of JSON"');
});
