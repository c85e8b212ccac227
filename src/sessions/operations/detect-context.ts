import * as z from "zod";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import type { Connection } from "../../store/file/connection.ts";
import { detectContext as contextOf, type ProjectContext } from "../rules/exposure.ts";
import { saveContext } from "../sql/contexts.ts";
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
  deps: Pick<ContinuityDeps, "ids" | "clock" | "log"> & { readonly memory: Connection },
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
  const changed = await saveContext(deps.memory, detected, actOf(deps, call));
  deps.log.info("Context detected", { project: detected.project, context, confidence, words, changed });
  return { ...detected, words, changed };
}
