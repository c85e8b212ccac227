import { describe, expect, it } from "vitest";
import { untrustedHooks } from "../../src/clients/editing/examine-client.ts";

const PATH = "/home/somebody/.codex/hooks.json";
const HOOKS = {
  hooks: {
    SessionStart: [{ hooks: [{ type: "command", command: "echo a", timeout: 5 }] }],
    PreToolUse: [
      { matcher: "^(apply_patch|Edit|Write)$", hooks: [{ type: "command", command: "echo c", timeout: 5 }] },
    ],
  },
};
const FOUND = [
  { event: "SessionStart", group: 0, handler: 0 },
  { event: "PreToolUse", group: 0, handler: 0 },
];
/** As Codex 0.166.0 reports them for these hooks (`hooks/list` of its app server). */
const STATE = {
  [`${PATH}:session_start:0:0`]: {
    trusted_hash: "sha256:deff5284e18471d0c3c48c6b3bb8550d07b2a432c4996a175ecdf8013c0be849",
  },
  [`${PATH}:pre_tool_use:0:0`]: {
    trusted_hash: "sha256:bca2231df5f5a152665fbc4a3022e190ac4c7fcd1839e34361c00c225b74214b",
  },
};

describe("hooks of Codex", () => {
  it("are trusted if it noted their digests", () => {
    expect(untrustedHooks(PATH, HOOKS, FOUND, { hooks: { state: STATE } })).toBe(0);
  });

  it("are not if it noted none", () => {
    expect(untrustedHooks(PATH, HOOKS, FOUND, {})).toBe(2);
  });

  it("are not any more if they changed", () => {
    const changed = structuredClone(HOOKS);
    changed.hooks.SessionStart = [{ hooks: [{ type: "command", command: "echo b", timeout: 5 }] }];
    expect(untrustedHooks(PATH, changed, FOUND, { hooks: { state: STATE } })).toBe(1);
  });
});
