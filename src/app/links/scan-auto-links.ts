import * as z from "zod";
import type { Link } from "../../domain/links/link.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

const SAMPLES = 5;

export const scanAutoLinks = defineOperation({
  name: "scan-auto-links",
  summary:
    "Count the links that a machine made in a legacy database, and those that a clean-up leaves alone.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ includeSamples: z.boolean().default(false) }),
  async run({ includeSamples }, { store }: LinkDeps, call) {
    const project = projectOf(call);
    const { total, auto } = await store.countLinks(project);
    const samples = includeSamples ? await sampleAutoLinks(store, project) : [];
    return { total, auto, protected: total - auto, samples };
  },
});

/** Some of the links that a clean-up would remove. */
export async function sampleAutoLinks(store: LinkDeps["store"], project: string): Promise<readonly Link[]> {
  const first = await store.linksInOrder(project, { autoOnly: true, limit: SAMPLES });
  return first.map(({ link }) => link);
}
