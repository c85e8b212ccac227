/** Who may change a decision: nobody but a person what a person decided. */

import { type Actor, type Author, hasRole, namedAuthor } from "../../shared/actor.ts";
import { Fault, type Remedy } from "../../shared/errors.ts";
import type { Decision } from "./decision.ts";

/** Nobody but a human changes the standing of a human's decision. */
export function requireAuthority(
  by: Author,
  decision: Decision,
  remedy: Remedy = { remedy: "retract-decision", id: decision.id },
): void {
  if (by.kind !== "human" && decision.author.kind === "human") throw isolationViolation([decision], remedy);
}

/**
 * A person corrects any decision, and an administrator any that no person made. Everybody else corrects their own, as
 * long as no outcome has judged it.
 */
export function requireEditor(by: Actor, decision: Decision): void {
  const { id, author, outcome } = decision;
  if (by.author.kind === "human") return;
  if (author.kind === "human") {
    throw new Fault("forbidden", `A person made ${id}, and only a person edits it.`, {
      reason: "isolation_violation",
      received: id,
      hint: "Nothing was changed.",
      remedies: [{ remedy: "edit-decision", id }],
    });
  }
  if (hasRole(by, "admin")) return;
  if (by.author.kind !== author.kind || by.author.name !== author.name) {
    throw new Fault("forbidden", `The ${namedAuthor(author)} made ${id}, and others do not edit it.`, {
      reason: "not_own_decision",
      received: namedAuthor(by.author),
      hint: "Nothing was changed.",
      remedies: [{ remedy: "supersede-decision", id }],
    });
  }
  if (outcome) {
    throw new Fault(
      "conflict",
      `${id} has an outcome (${outcome.status}), so what it judged stays as it was.`,
      {
        reason: "has_outcome",
        received: id,
        hint: "Nothing was changed.",
        remedies: [{ remedy: "supersede-decision", id }],
      },
    );
  }
}

/** The remedy says how a person can do it. */
export function isolationViolation(decisions: readonly Decision[], remedy: Remedy): Fault {
  const ids = decisions.map(({ id }) => id).join(", ");
  return new Fault("forbidden", `A person made ${ids}, and only a person changes whether it holds.`, {
    reason: "isolation_violation",
    received: ids,
    hint: "Nothing was changed.",
    remedies: [remedy],
  });
}
