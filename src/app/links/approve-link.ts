import * as z from "zod";
import { type Link, requireReviewable, spoken } from "../../domain/links/link.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { reflectOnTargets } from "../proposals/reflect.ts";
import { type Call, type Deps, defineOperation } from "../shared/operation.ts";
import { conflictsAround } from "./propose-link.ts";
import { excerpt, LinkRef, requireLink, reviewLink } from "./review-link.ts";

export const approveLink = defineOperation({
  name: "approve-link",
  summary: "Put a proposed link in force: the person is asked where the client can.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    link: LinkRef,
    /** That links in force say something else is known. */
    despiteConflicts: z.boolean().default(false),
  }),
  async run({ link: ref, despiteConflicts }, deps, call) {
    const link = await requireLink(ref, deps, call);
    requireReviewable(link, "approved");
    const conflicts = await conflictsAround(link, deps);
    const asked = await askToApprove(link, conflicts, deps, call);
    if (asked === false) throw declined(link);
    if (conflicts.length > 0 && asked === undefined && !despiteConflicts) throw conflicting(link, conflicts);
    const approved = await reviewLink(link, "approved", asked === true, undefined, deps, call);
    reflectLater(approved, deps, call);
    return { link: approved, conflicts };
  },
});

/** True or false as the person says; undefined where nobody can be asked, or the person typed it themselves. */
async function askToApprove(
  link: Link,
  conflicts: readonly Link[],
  { store }: Deps,
  call: Call,
): Promise<boolean | undefined> {
  if (call.actor.author.kind === "human") return undefined;
  const [from, to] = await store.decisionsById(link.project, [link.from, link.to]);
  // The answer holds for these words and these conflicts only: what changed meanwhile is another question.
  const key = ["approve", link.id, link.proposedAt.getTime(), ...conflicts.map(({ id }) => id)].join("-");
  const text = [
    `${call.actor.author.name} wants to put a link in force: ${link.from} “${excerpt(from?.statement ?? "")}” ${link.relation} ${link.to} “${excerpt(to?.statement ?? "")}”.`,
    `Its reason: “${excerpt(link.reason)}”.`,
    ...conflicts.map((other) => `In force already, and something else: ${spoken(other)}.`),
    "Approve?",
  ].join(" ");
  return call.consent({ key, text });
}

/** An approved contradiction may be worth a proposal. The caller does not wait for it. */
function reflectLater(link: Link, deps: Deps, call: Call): void {
  if (link.relation !== "contradicts") return;
  const later = { ...call, scope: link.project, signal: new AbortController().signal };
  deps.background.start("Reflection after a contradiction", async () => {
    const [from] = await deps.store.decisionsById(link.project, [link.from]);
    if (from) await reflectOnTargets({ targets: [from.topicStated ? from.topic : from.id] }, deps, later);
  });
}

function declined(link: Link): Fault {
  return new Fault("forbidden", `The person did not approve ${spoken(link)}.`, {
    reason: "declined",
    received: link.id,
    hint: "It stays pending. reject_link turns it down for good; ask the person before trying again.",
  });
}

function conflicting(link: Link, conflicts: readonly Link[]): Fault {
  return new Fault(
    "conflict",
    `Approving ${spoken(link)} goes against what is in force: ${conflicts.map(spoken).join("; ")}.`,
    {
      reason: "contradicts_approved_link",
      received: link.id,
      hint: `Nothing was changed. Show the person both; to approve all the same, call it again with despite_conflicts: true, or run: membria links approve ${link.id} --despite-conflicts`,
    },
  );
}
