import { checkAgentsShell } from "./remembering/agents-shell.mjs";
import { checkStatus, installTwice, removeAgain } from "./remembering/installing.mjs";
import {
  afterItFailed,
  decideSomething,
  nextDay,
  sayWithoutCapture,
  workOnSomethingElse,
} from "./remembering/sessions.mjs";
import { makeMachine } from "./remembering/set-up.mjs";

/**
 * Sets a client up as a person would, and works with it for some sessions: what was decided in one is told in the next
 * when it matters, what failed comes with its lesson, and nothing is said where nothing matters. `membria` is the built
 * program. Answers with what was told in each session, and in which role. @throws when something is not as it should be.
 */
export async function useRemembering(way, membria, { keep = false } = {}) {
  const machine = await makeMachine(way, membria, { keep });
  try {
    const installed = await installTwice(way, machine);
    const decision = await decideSomething(way, machine);
    const told = {
      "on the next day": await nextDay(way, machine, decision),
      "after it failed": await afterItFailed(way, machine, decision),
      "in another project": await workOnSomethingElse(way, machine),
    };
    const candidate = await sayWithoutCapture(way, machine);
    await checkAgentsShell(way, machine, { decision, candidate });
    await checkStatus(way, machine);
    await removeAgain(way, machine, installed);
    return told;
  } finally {
    await machine.end();
  }
}
