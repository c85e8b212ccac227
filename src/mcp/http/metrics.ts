import { getStats, type MetricsPage } from "../../calibration/index.ts";
import type { Deps } from "../../memory/index.ts";
import { perform } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { teamLags } from "../../team/index.ts";
import { listenerCall } from "../calls/call.ts";
import { UNKNOWN_PEER } from "../changes/subscriptions.ts";
import type { Exchange } from "./endpoint.ts";

/** The metrics page: what this server counted, and statistics of the projects that the key may read. */
export function metricsEndpoint(deps: Deps, page: MetricsPage): (exchange: Exchange) => Promise<Response> {
  return async ({ connection }) => {
    // It counts all that the memory has.
    connection.limits.spend("requests");
    const call = await listenerCall(deps, connection, UNKNOWN_PEER, undefined);
    const scope = connection.confinedTo ?? ALL_PROJECTS;
    const memory = await perform(getStats, { days: 0 }, deps, { ...call, scope }).catch((error: unknown) => {
      deps.log.warn("The memory does not answer; the metrics report it as down.", { error });
      return undefined;
    });
    const teams = memory ? await teamLags(deps.team, deps.clock.now()) : [];
    const text = await page.render({
      memory,
      caches: deps.caches.stats(),
      teams: teams.filter(({ project }) => scope === ALL_PROJECTS || project === scope),
    });
    return new Response(text, { headers: { "Content-Type": page.contentType, "Cache-Control": "no-store" } });
  };
}
