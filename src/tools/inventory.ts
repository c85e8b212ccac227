import type { ExposureContext } from "../domain/continuity/exposure.ts";
import { Fault } from "../domain/shared/errors.ts";
import { agentMemory } from "./agent-memory/index.ts";
import { mama } from "./mama/index.ts";
import { membria } from "./membria/index.ts";
import { memory } from "./memory/index.ts";
import { tmkb } from "./tmkb/index.ts";
import { annotations, type Tool } from "./tool.ts";

/** The vocabularies, by the name that `--toolsets` takes. */
export const TOOLSETS: Readonly<Record<string, readonly Tool[]>> = {
  membria,
  "agent-memory": agentMemory,
  mama,
  memory,
  tmkb,
};

export const PROFILES = ["core", "full"] as const;
export type Profile = (typeof PROFILES)[number];

/** What a model sees unless told otherwise: enough for the whole loop, and cheap. */
const CORE: ReadonlySet<string> = new Set([
  "membria_get_decision_context",
  "membria_capture_decision",
  "membria_get_decision",
  "membria_record_outcome",
  "search_decisions",
  "supersede_decision",
  "memory_save_checkpoint",
  "memory_load_checkpoint",
  "tmkb_query",
]);

export const TOOL_NAMES = ["portable", "canonical"] as const;

/** What is listed. It is attention, not permission: an unlisted tool still works when called by name. */
export interface Exposure {
  readonly profile: Profile;
  readonly toolsets?: readonly string[] | undefined;
  readonly toolNames: (typeof TOOL_NAMES)[number];
  /** This one is permission too: a tool that writes is neither listed nor run. */
  readonly readOnly: boolean;
  /** Where the list follows the context of the project: one to take instead, to see what it does. */
  readonly context?: ExposureContext | "all" | undefined;
}

export const ALL_TOOLS: readonly Tool[] = Object.values(TOOLSETS).flat();

/** Tools have one version so far. A caller may ask for it by name. */
export const TOOL_VERSIONS = ["v1"] as const;

/** Deprecated tools stay at least a quarter after the release that deprecates them. */
export const DEPRECATION = { since: "2026-11-16", earliestRemoval: "2027-06-30" } as const;

export function listedTools({ profile, toolsets, readOnly }: Exposure): readonly Tool[] {
  const chosen = toolsets
    ? toolsets.flatMap((name) => toolset(name))
    : ALL_TOOLS.filter(({ name }) => profile === "full" || CORE.has(name));
  return readOnly ? chosen.filter(({ effect }) => effect === "read") : chosen;
}

/**
 * Where the list follows a context: the core tools and what is allowed, in that order of importance; everything where
 * nothing is said. Everything is what would be listed otherwise, the core tools, and the vocabulary that contexts are about.
 */
export function exposedTools(exposure: Exposure, allowed: readonly string[] | undefined): readonly Tool[] {
  const usual = new Set(listedTools(exposure));
  const everything = ALL_TOOLS.filter(
    (tool) => usual.has(tool) || CORE.has(tool.name) || memory.includes(tool),
  );
  const first = (allowed ?? []).flatMap((name) => findTool(name) ?? []);
  const chosen = allowed
    ? [...new Set([...first, ...ALL_TOOLS.filter(({ name }) => CORE.has(name))])]
    : everything;
  return exposure.readOnly ? chosen.filter(({ effect }) => effect === "read") : chosen;
}

function toolset(name: string): readonly Tool[] {
  const tools = TOOLSETS[name];
  if (tools) return tools;
  throw new Fault("invalid", `There is no toolset ${name}.`, {
    field: "toolsets",
    received: name,
    hint: `Use one or more of ${Object.keys(TOOLSETS).join(", ")}, separated by commas.`,
  });
}

const byName: ReadonlyMap<string, Tool> = new Map(
  ALL_TOOLS.flatMap((tool) => [[tool.name, tool] as const, [tool.canonicalName, tool] as const]),
);

/** By its portable or its canonical name, always. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}

/** The public shape of a tool: what clients list, snapshots keep, the docs show and the token budget counts. */
export function describeTool(tool: Tool, toolNames: Exposure["toolNames"] = "portable") {
  return {
    name: toolNames === "canonical" ? tool.canonicalName : tool.name,
    title: tool.title,
    description: tool.successor
      ? `⚠️ Deprecated: use ${tool.successor} instead. ${tool.description}`
      : tool.description,
    inputSchema: tool.inputSchema as { type: "object" },
    outputSchema: tool.outputSchema as { type: "object" },
    annotations: { title: tool.title, ...annotations(tool.effect) },
    _meta: {
      "membria/canonicalName": tool.canonicalName,
      "membria/version": TOOL_VERSIONS[0],
      ...(tool.successor && {
        "membria/successor": tool.successor,
        "membria/earliestRemoval": DEPRECATION.earliestRemoval,
      }),
    },
  };
}
