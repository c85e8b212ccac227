/** The tools of all vocabularies, which of them are listed, and how they are described. */

import { type ExposureContext, MIN_CONTEXT_CONFIDENCE, type ProjectContext } from "../sessions/index.ts";
import { Fault } from "../shared/errors.ts";
import { agentMemory } from "./agent-memory/index.ts";
import type { Exposure, ToolNames, ToolsetName } from "./exposure.ts";
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
} satisfies Record<ToolsetName, readonly Tool[]>;

/** The default list: enough for the whole loop from decision to outcome, for few tokens. */
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

export const ALL_TOOLS: readonly Tool[] = Object.values(TOOLSETS).flat();

/** Tools have one version so far. A caller may request it by name. */
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
 * The list for a context: the allowed tools first, then the core tools. Without `allowed` it has everything: the tools
 * that would be listed without a context, the core tools, and the vocabulary that the contexts refer to.
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
  const tools = Object.hasOwn(TOOLSETS, name) ? TOOLSETS[name] : undefined;
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

/** Finds a tool by its portable or its canonical name. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}

const RENAMED = new RegExp(
  `\\b(?:${ALL_TOOLS.filter(({ name, canonicalName }) => name !== canonicalName)
    .map(({ name }) => name)
    .join("|")})\\b`,
  "g",
);

/** A text that names tools, with the names under which they are listed. Our own texts have the portable ones. */
export const withListedNames = (text: string, toolNames: ToolNames): string =>
  toolNames === "portable" ? text : text.replace(RENAMED, (name) => findTool(name)?.canonicalName ?? name);

/** The public description of a tool, for clients, snapshots, the docs and the token budget. */
export function describeTool(tool: Tool, toolNames: ToolNames = "portable") {
  const description = tool.successor
    ? `⚠️ Deprecated: use ${tool.successor} instead. ${tool.description}`
    : tool.description;
  return {
    name: withListedNames(tool.name, toolNames),
    title: tool.title,
    description: withListedNames(description, toolNames),
    inputSchema: tool.inputSchema as { type: "object" },
    outputSchema: tool.outputSchema as { type: "object" },
    annotations: { title: tool.title, ...annotations(tool.effect) },
    _meta: {
      "membria/canonicalName": tool.canonicalName,
      "membria/version": TOOL_VERSIONS[0],
      // Claude Code hides the tools of a server behind a search, and a model that has to search for them does not.
      ...(CORE.has(tool.name) && { "anthropic/alwaysLoad": true }),
      ...(tool.apiVersion !== undefined && { "membria/apiVersion": tool.apiVersion }),
      ...(tool.successor && {
        "membria/successor": withListedNames(tool.successor, toolNames),
        "membria/earliestRemoval": DEPRECATION.earliestRemoval,
      }),
    },
  };
}

interface ContextTools {
  /** Canonical names. Core tools are always listed as well. */
  readonly allowed: readonly string[];
  /** Listed before the others. */
  readonly priority: readonly string[];
}

/** Which tools are listed in which context. `CONTEXT_RULES` detects the context. */
export const CONTEXT_TOOLS: Readonly<Record<ExposureContext, ContextTools>> = {
  resuming: { allowed: ["load/checkpoint", "load/context"], priority: ["load/checkpoint"] },
  deciding: {
    allowed: ["save/decision", "save/insight", "search/by_context"],
    priority: ["save/decision"],
  },
  searching: {
    allowed: ["search/by_context", "search/by_topic", "search/recent", "load/context"],
    priority: ["search/by_context"],
  },
  tracking: {
    allowed: ["evolve/outcome", "evolve/supersede", "save/insight", "search/by_topic"],
    priority: ["evolve/outcome"],
  },
};

/** Listed in every context, besides the core tools of the profile. */
const ALWAYS_LISTED: readonly string[] = ["save/decision", "load/checkpoint"];

/** The tools of a context, those with priority first; undefined when all tools should be listed. */
export function allowedTools(
  detected: Pick<ProjectContext, "context" | "confidence"> | undefined,
): readonly string[] | undefined {
  if (!detected?.context || detected.confidence < MIN_CONTEXT_CONFIDENCE) return undefined;
  const { allowed, priority } = CONTEXT_TOOLS[detected.context];
  return [...new Set([...priority, ...ALWAYS_LISTED, ...allowed])];
}
