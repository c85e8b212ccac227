import type { KnownIds, Schema } from "./arguments.ts";

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly _meta: { readonly "membria/canonicalName": string };
}

/** What the server offers and what is in its memory. */
export interface World {
  readonly tools: readonly ListedTool[];
  readonly templates: readonly string[];
  readonly resources: readonly string[];
  readonly prompts: readonly { readonly name: string; readonly arguments?: readonly { name: string }[] }[];
  readonly ids: KnownIds;
  readonly project: string;
  readonly otherProject: string;
}
