import * as z from "zod";
import { decisionsById } from "../../decisions/index.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";
import type { Finding } from "../rules/found-commits.ts";
import { readHistory } from "../rules/read-history.ts";
import type { NewReport } from "../rules/report.ts";
import { namedReverts, namesSomething } from "../rules/reverts.ts";
import {
  cluesOf,
  cluesOfCommits,
  pushedHistory,
  type Reverting,
  reportsOfFact,
  shortText,
  signalOfFact,
  takenBackEarlier,
} from "../rules/webhooks/clues.ts";
import type { Delivery, Told } from "../rules/webhooks/delivery.ts";
import type { ForgeEvent, PushFact } from "../rules/webhooks/forge-event.ts";
import { pullRequestAddress } from "../rules/webhooks/payload-parts.ts";
import { addDelivery, decisionsConcerned } from "../sql/deliveries.ts";
import { reportsNaming } from "../sql/report-rows.ts";

interface DeliveryDeps extends CoreDeps {}

/** A push of more reverts is a history that was rewritten, which reading the repository sorts out. */
const MOST_REVERTS = 50;

/** What an event says of the decisions of a project. */
async function toldByEvent(
  project: string,
  event: ForgeEvent,
  deps: DeliveryDeps,
  now: Date,
): Promise<Omit<Told, "project">> {
  const { fact, forge: source } = event;
  if (fact === undefined) return { reports: [], signals: [] };
  const screen = startScreening(deps.secrets);
  const reportOf = ({ title, files, ...found }: Finding): NewReport => ({
    ...found,
    project,
    source,
    title: shortText(screen, "title", title),
    ...(files && { files: screen.list("files", files) }),
  });
  if (fact.what === "push") {
    const findings = fact.isDefault ? await pushedFindings(project, event, fact, deps, now) : [];
    return { reports: findings.map(reportOf), signals: [] };
  }
  const concerned = await decisionsConcerned(deps.memory, project, cluesOf(fact));
  // Clocks differ, and nothing is known about what is yet to happen.
  const at = fact.at === undefined || fact.at > now ? now : fact.at;
  const reverted =
    fact.what === "pull_request" && fact.state === "merged" && fact.mergeCommit !== undefined
      ? await revertedBy(project, event, deps, {
          commit: fact.mergeCommit,
          at,
          title: fact.title,
          pr: fact.number,
          named: namedReverts({ subject: fact.title, body: fact.body }),
        })
      : [];
  const signal = signalOfFact(fact, screen);
  return {
    reports: [
      ...concerned.flatMap((of) =>
        reportsOfFact(fact, of, screen).map((said) => ({
          ...said,
          project,
          decision: of.decision,
          at,
          source,
        })),
      ),
      ...reverted.map(reportOf),
    ],
    signals: signal
      ? concerned.map(({ decision }) => ({ ...signal, id: deps.ids.next(ID_PREFIX.signal), decision }))
      : [],
  };
}

/** By the rules of the history, and by what was reported of commits that were pushed before. */
async function pushedFindings(
  project: string,
  event: ForgeEvent,
  fact: PushFact,
  deps: DeliveryDeps,
  now: Date,
): Promise<readonly Finding[]> {
  const commits = pushedHistory(fact, now);
  const clues = cluesOfCommits(commits, event.forge, event.repository.page);
  const concerned = await decisionsConcerned(deps.memory, project, clues);
  const decisions = await decisionsById(
    deps.memory,
    project,
    concerned.map(({ decision }) => decision),
  );
  const findings = [...readHistory(decisions, commits).findings];
  const reverting = commits
    .map(({ id, at, subject, body }) => ({
      commit: id,
      at,
      title: subject,
      named: namedReverts({ subject, body }),
    }))
    .filter(({ named }) => namesSomething(named));
  for (const one of reverting.slice(0, MOST_REVERTS))
    findings.push(...(await revertedBy(project, event, deps, one)));
  return findings;
}

async function revertedBy(
  project: string,
  { forge, repository: { page } }: ForgeEvent,
  { memory }: DeliveryDeps,
  reverting: Reverting,
): Promise<readonly Finding[]> {
  const { commits, prs } = reverting.named;
  if (commits.length + prs.length === 0) return [];
  const known = await reportsNaming(memory, project, { commits, prs });
  const linked = await decisionsConcerned(memory, project, {
    ids: [],
    pullRequests: page === undefined ? [] : prs.map((number) => pullRequestAddress(forge, page, number)),
    prs: [],
    commits,
  });
  return takenBackEarlier(reverting, known, linked);
}

export const recordDelivery = defineOperation({
  name: "record-delivery",
  summary: "Record what a service that hosts the repository reports.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ delivery: z.custom<Delivery>(), event: z.custom<ForgeEvent>() }),
  async run({ delivery, event }, deps: DeliveryDeps, call) {
    const project = projectOf(call);
    const act = actOf(deps, call);
    const told = await toldByEvent(project, event, deps, act.at);
    return addDelivery(deps.memory, delivery, { project, ...told }, act);
  },
  shares: {
    records: (done) =>
      done.received === "new" ? done.signals.flatMap(({ id, decision }) => [id, decision]) : [],
  },
});
