import type { ExposureContext } from "../sessions/index.ts";

/** The names that `--toolsets` takes. They are apart from the tools, because settings are read before any tool is needed. */
export const TOOLSET_NAMES = ["membria", "agent-memory", "mama", "memory", "tmkb"] as const;
export type ToolsetName = (typeof TOOLSET_NAMES)[number];

export const PROFILES = ["core", "full"] as const;
export type Profile = (typeof PROFILES)[number];

export const TOOL_NAMES = ["portable", "canonical"] as const;
export type ToolNames = (typeof TOOL_NAMES)[number];

/** Which tools are listed. This is no permission: an unlisted tool still works when it is called by name. */
export interface Exposure {
  readonly profile: Profile;
  readonly toolsets?: readonly string[] | undefined;
  readonly toolNames: ToolNames;
  /** This one is a permission, too: a tool that writes is neither listed nor run. */
  readonly readOnly: boolean;
  /** Replaces the detected context of the project, to try out what it does. */
  readonly context?: ExposureContext | "all" | undefined;
}
