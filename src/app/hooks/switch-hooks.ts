import * as z from "zod";
import type { HookStore } from "../../domain/hooks/hook-store.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import type { CoreDeps } from "../shared/core-deps.ts";
import { defineOperation } from "../shared/operation.ts";

export const switchHooks = defineOperation({
  name: "switch-hooks",
  summary: "Switch what a session is told on or off.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ session: boundedText(1, LIMITS.name), isOff: z.boolean() }),
  async run({ session, isOff }, { store, clock }: CoreDeps & { readonly store: HookStore }, { scope }) {
    const known = await store.sessionsNamed(scope, session);
    const [only, ...others] = known;
    if (!only || others.length > 0) throw whichSession(session, known.length);
    return store.noteSession(only, { isOff }, clock.now());
  },
});

const whichSession = (session: string, found: number): Fault =>
  new Fault(
    "not_found",
    found === 0
      ? `No session is named ${session} here.`
      : `${found} sessions begin with ${session}, so none was switched.`,
    {
      field: "session",
      received: session,
      reason: "session_not_found",
      hint: "The log of hooks names the sessions; the beginning of a name is enough if no other has it.",
    },
  );
