import * as z from "zod";
import type { DeliveryStore, Told } from "../../domain/repository/delivery-store.ts";
import { cluesOf } from "../../domain/repository/webhooks/clues.ts";
import type { Delivery } from "../../domain/repository/webhooks/delivery.ts";
import type { ForgeFact } from "../../domain/repository/webhooks/forge-event.ts";
import { reportOfFact, signalOfFact } from "../../domain/repository/webhooks/told-by-event.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import type { CoreDeps } from "../shared/core-deps.ts";
import { actOf, defineOperation, projectOf } from "../shared/operation.ts";

export interface DeliveryDeps extends CoreDeps {
  readonly store: DeliveryStore;
}

export const recordDelivery = defineOperation({
  name: "record-delivery",
  summary: "Record what a service that hosts the repository reports.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ delivery: z.custom<Delivery>(), fact: z.custom<ForgeFact>() }),
  async run({ delivery, fact }, deps: DeliveryDeps, call) {
    const project = projectOf(call);
    const act = actOf(deps, call);
    const told = await toldBy(project, delivery, fact, deps, act.at);
    return deps.store.recordDelivery(delivery, { project, ...told }, act);
  },
  shares: {
    records: (done) =>
      done.received === "new" ? done.signals.flatMap(({ id, decision }) => [id, decision]) : [],
  },
});

async function toldBy(
  project: string,
  { forge: source }: Delivery,
  fact: ForgeFact,
  { store, ids, secrets }: DeliveryDeps,
  now: Date,
): Promise<Omit<Told, "project">> {
  const clues = cluesOf(fact);
  if (clues === undefined || fact.what === "push") return { reports: [], signals: [] };
  const screen = startScreening(secrets);
  const concerned = await store.decisionsConcerned(project, clues);
  // Clocks differ, and nothing is known about what is yet to happen.
  const at = fact.at === undefined || fact.at > now ? now : fact.at;
  const signal = signalOfFact(fact, screen);
  return {
    reports: concerned.flatMap((of) => {
      const said = reportOfFact(fact, of, screen);
      return said ? [{ ...said, project, decision: of.decision, at, source }] : [];
    }),
    signals: signal
      ? concerned.map(({ decision }) => ({ ...signal, id: ids.next(ID_PREFIX.signal), decision }))
      : [],
  };
}
