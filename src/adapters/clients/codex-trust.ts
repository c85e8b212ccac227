import { createHash } from "node:crypto";

/** A hook of Codex, by its place in a file. */
export interface CodexHook {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
}

/**
 * How many of these hooks Codex would skip. In `[hooks.state]` of its settings it notes the digest of each hook that the
 * person trusted, under the path of the file, the event and the position; a hook that changed has another one.
 */
export function untrustedHooks(
  path: string,
  content: unknown,
  hooks: readonly CodexHook[],
  config: unknown,
): number {
  const state = at(config, "hooks", "state");
  return hooks.filter(({ event, group, handler }) => {
    const key = `${path}:${snake(event)}:${group}:${handler}`;
    const trusted = at(state, key, "trusted_hash");
    return trusted === undefined || trusted !== digestOf(event, at(content, "hooks", event, group), handler);
  }).length;
}

function digestOf(event: string, group: unknown, index: number): string {
  const { command, timeout } = (at(group, "hooks", index) ?? {}) as Record<string, unknown>;
  const matcher = at(group, "matcher");
  // The order of the fields is a part of it.
  const identity = {
    event_name: snake(event),
    hooks: [{ async: false, command, timeout: timeout ?? 600, type: "command" }],
    ...(matcher !== undefined && { matcher }),
  };
  return `sha256:${createHash("sha256").update(JSON.stringify(identity)).digest("hex")}`;
}

const snake = (event: string): string => event.replace(/\B[A-Z]/g, "_$&").toLowerCase();

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key], value);
