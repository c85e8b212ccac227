/**
 * Asked before a shared text is erased: the decision, insight or person by its id, and the action of the log that would
 * be written.
 * @throws Fault `forbidden` if others, whom it was shared with, would keep it.
 */
export type ErasureGuard = (
  record: string,
  action: "decision.erased" | "insight.erased" | "person.erased",
) => Promise<void>;
