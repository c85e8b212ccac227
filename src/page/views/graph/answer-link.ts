import { call } from "../../net/call.ts";
import { asFailure } from "../../net/use-call.ts";
import { say } from "../../shell/toasts.tsx";
import { createStore } from "../../state/store.ts";
import { strings } from "../../strings.ts";
import type { Edge, Graph, PendingLink } from "./graph-data.ts";

const { graph: words } = strings;

/** The links that were answered here and may still be in the last answer of the server. */
export const answeredLinks = createStore<ReadonlySet<string>>(new Set());

const hide = (link: string): void => answeredLinks.set(new Set([...answeredLinks.get(), link]));
const show = (link: string): void =>
  answeredLinks.set(new Set([...answeredLinks.get()].filter((one) => one !== link)));

/** Sent when the time to take it back is over, because the memory cannot take it back. */
export function answerLink(pending: PendingLink, verdict: "approve" | "reject", hasConflicts: boolean): void {
  const { link, from } = pending;
  const options = { project: from.project, isLast: true };
  const send = async (): Promise<void> => {
    try {
      if (verdict === "reject") await call("reject-link", { id: link }, options);
      else await call("approve-link", { id: link, despite_conflicts: hasConflicts }, options);
    } catch (error) {
      const { message, hint } = asFailure(error);
      say([message, hint ?? ""].join(" "), { tone: "problem" });
      show(link);
    }
  };
  hide(link);
  say(verdict === "approve" ? words.approved : words.rejected, {
    undo: () => show(link),
    onEnd: () => void send(),
  });
}

const AGREEING: ReadonlySet<string> = new Set(["refines", "depends_on"]);
const NO_LINKS: ReadonlySet<string> = new Set(["prevented", "learned_from"]);

/** Links in force between the same two decisions that say something else. */
export function conflictsOf({ from, to, relation }: PendingLink, { edgesOf }: Graph): readonly Edge[] {
  return (edgesOf[from.index] ?? []).filter((edge) => {
    if (edge.from !== to && edge.to !== to) return false;
    if (NO_LINKS.has(edge.relation)) return false;
    return !(edge.relation !== relation && AGREEING.has(edge.relation) && AGREEING.has(relation));
  });
}
