import * as z from "zod";
import { listDecisions } from "../app/decisions/list-decisions.ts";
import { listDomains } from "../app/decisions/list-domains.ts";
import type { Deps } from "../app/deps.ts";
import { type Call, perform } from "../app/shared/operation.ts";
import { listThreats } from "../app/threats/get-threat.ts";
import type { Decision } from "../domain/decisions/decision.ts";
import { parseArguments } from "../tools/arguments.ts";
import { calibrationResource } from "./calibration.ts";
import { decisionResource } from "./decision.ts";
import { describeResource, resourcesFor } from "./inventory.ts";
import type { Resource } from "./resource.ts";
import { threatResource } from "./threat.ts";

const PAGE = 50;

const Asked = z.strictObject({ cursor: listDecisions.input.shape.cursor });
const HINTS = {
  cursor: { suggestion: "Use the nextCursor of the page before, or leave it out for the first." },
};

export interface ListedResource extends ReturnType<typeof describeResource> {
  readonly uri: string;
}

/**
 * Lists the resources page by page: fixed addresses, domains and threat patterns first, then the decisions, the newest
 * first. Titles contain no stored text, because clients do not treat a list as quoted.
 */
export async function listResources(
  requested: string | undefined,
  deps: Deps,
  call: Call,
): Promise<{ resources: ListedResource[]; nextCursor?: string | undefined }> {
  const { cursor } = parseArguments(Asked, { cursor: requested }, HINTS);
  const page = await perform(listDecisions, { limit: PAGE, cursor }, deps, call);
  const first =
    cursor === undefined
      ? [...fixedResources(call), ...(await domains(deps, call)), ...(await threatPatterns(deps, call))]
      : [];
  return { resources: [...first, ...page.items.map(ofDecision)], nextCursor: page.cursor };
}

const fixedResources = ({ actor }: Call): ListedResource[] =>
  resourcesFor(actor.role)
    .filter(({ variables }) => variables.length === 0)
    .map((resource) => ({ uri: resource.address, ...describeResource(resource) }));

async function domains(deps: Deps, call: Call): Promise<ListedResource[]> {
  const { withOutcomes } = await perform(listDomains, {}, deps, call);
  return withOutcomes.map((domain) => ({
    ...describeResource(calibrationResource),
    uri: addressOf(calibrationResource, domain),
    name: `calibration_${domain}`,
    title: `The calibration of ${domain}`,
  }));
}

async function threatPatterns(deps: Deps, call: Call): Promise<ListedResource[]> {
  const all = await perform(listThreats, {}, deps, call).catch((error: unknown) => {
    // An incomplete installation must not break the rest of the list.
    deps.log.warn("The threat patterns could not be listed.", { error });
    return [];
  });
  return all.map(({ id, name, severity }) => ({
    ...describeResource(threatResource),
    uri: addressOf(threatResource, id),
    name: id,
    title: `Threat, ${severity}: ${name}`,
  }));
}

function ofDecision({ id, domain, standing, createdAt }: Decision): ListedResource {
  return {
    ...describeResource(decisionResource),
    uri: addressOf(decisionResource, id),
    name: id,
    title: `Decision of ${createdAt.toISOString().slice(0, 10)} on ${domain}, ${standing}`,
  };
}

const addressOf = ({ address }: Resource, value: string): string =>
  address.replace(/\{\w+\}/, () => encodeURIComponent(value));
