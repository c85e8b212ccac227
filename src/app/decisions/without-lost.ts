import type { AddedDecision } from "../../domain/decisions/decision-store.ts";
import type { LostTo } from "../shared/sharing.ts";

type Replacing = Pick<AddedDecision, "decision" | "superseded">;

/** The result of replacing decisions if another machine of the team had replaced some of them first. */
export function withoutLost<R extends Replacing>(done: R, lost: readonly LostTo[]): R {
  const { decision, superseded } = done;
  const isDraft = lost.some(({ draft }) => draft === decision.id);
  const gone = new Set(lost.map(({ subject }) => subject));
  return {
    ...done,
    decision: isDraft ? { ...decision, standing: "draft" } : decision,
    superseded: isDraft ? [] : superseded.filter(({ id }) => !gone.has(id)),
  };
}

/** What replacing decisions claims: each of them can be replaced once. */
export const replaced = ({ superseded }: Pick<AddedDecision, "superseded">): readonly string[] =>
  superseded.map(({ id }) => id);

/** A draft stays on this machine, and a repetition wrote nothing. */
export const addedRecords = ({
  decision,
  repeated,
  superseded,
}: Pick<AddedDecision, "decision" | "repeated" | "superseded">): readonly string[] =>
  repeated || decision.standing === "draft" ? [] : [decision.id, ...superseded.map(({ id }) => id)];
