import * as z from "zod";
import type { Delivery } from "../../domain/repository/webhooks/delivery.ts";
import type { ForgeEvent } from "../../domain/repository/webhooks/forge-event.ts";
import { actOf, defineOperation, projectOf } from "../shared/operation.ts";
import { type DeliveryDeps, toldByEvent } from "./told-by-event.ts";

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
    return deps.store.recordDelivery(delivery, { project, ...told }, act);
  },
  shares: {
    records: (done) =>
      done.received === "new" ? done.signals.flatMap(({ id, decision }) => [id, decision]) : [],
  },
});
