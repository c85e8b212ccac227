import * as z from "zod";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { type ContextStore, detectContext as contextOf, type ProjectContext } from "../rules/exposure.ts";
import type { ContinuityDeps } from "./deps.ts";

export const detectContext = defineOperation({
  name: "detect-context",
  summary: "Keep what somebody is up to, by the words of their prompt, so that the fitting tools are listed.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ prompt: z.string() }),
  run: ({ prompt }, deps: Parameters<typeof keepContext>[1], call) => keepContext(prompt, deps, call),
});

async function keepContext(
  prompt: string,
  deps: Pick<ContinuityDeps, "ids" | "clock" | "log"> & { readonly store: Pick<ContextStore, "saveContext"> },
  call: Call,
): Promise<ProjectContext & { readonly words: readonly string[]; readonly changed: boolean }> {
  const { context, confidence, words } = contextOf(prompt);
  const detected: ProjectContext = {
    id: deps.ids.next(ID_PREFIX.context),
    project: projectOf(call),
    context,
    confidence,
    author: call.actor.author,
    at: deps.clock.now(),
  };
  const changed = await deps.store.saveContext(detected, actOf(deps, call));
  deps.log.info("Context detected", { project: detected.project, context, confidence, words, changed });
  return { ...detected, words, changed };
}
