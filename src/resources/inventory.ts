/** The resources: which there are, how an address finds one, and how a client lists them page by page. */

import * as z from "zod";
import { type Decision, listDecisions, listDomains } from "../decisions/index.ts";
import type { Deps } from "../memory/index.ts";
import { includesRole, type Role } from "../shared/actor.ts";
import { Fault } from "../shared/errors.ts";
import { type Call, perform } from "../shared/operations/operation.ts";
import { listThreats } from "../threats/index.ts";
import { parseArguments } from "../tools/arguments.ts";
import { auditResource } from "./audit.ts";
import { allCalibrationsResource, calibrationResource } from "./calibrations.ts";
import { currentAnomaliesResource } from "./current-anomalies.ts";
import { allDecisionsResource, decisionResource, dueDecisionsResource } from "./decisions.ts";
import { causalChainResource, similarDecisionsResource } from "./graph.ts";
import type { JsonObject, Resource } from "./resource.ts";
import { skillsResource } from "./skills.ts";
import { threatResource } from "./threat.ts";

/** If two match an address, the first one is used, so addresses without variables come first. */
export const RESOURCES: readonly Resource[] = [
  allDecisionsResource,
  dueDecisionsResource,
  decisionResource,
  allCalibrationsResource,
  calibrationResource,
  skillsResource,
  causalChainResource,
  similarDecisionsResource,
  currentAnomaliesResource,
  auditResource,
  threatResource,
];

interface FoundResource {
  readonly resource: Resource;
  /** The variables of the address, its query and the separate arguments together. */
  readonly args: JsonObject;
}

/** @throws Fault `not_found` for an unknown address, `invalid` if a value is given twice. */
export function findResource(uri: string, args: JsonObject = {}): FoundResource {
  const [address, query] = splitQuery(uri);
  for (const resource of RESOURCES) {
    const variables = resource.match(address);
    if (variables) return { resource, args: mergeArguments(uri, variables, query, args) };
  }
  throw new Fault("not_found", `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`, {
    field: "uri",
    received: uri.slice(0, 200),
    reason: "resource_not_found",
    hint: `Known addresses: ${RESOURCES.map((resource) => resource.address).join(", ")}.`,
  });
}

function splitQuery(uri: string): [address: string, query: string] {
  const at = uri.indexOf("?");
  return at === -1 ? [uri, ""] : [uri.slice(0, at), uri.slice(at + 1)];
}

function mergeArguments(
  uri: string,
  variables: Readonly<Record<string, string>>,
  query: string,
  args: JsonObject,
): JsonObject {
  const merged = new Map<string, unknown>(Object.entries(variables));
  for (const [key, value] of [...new URLSearchParams(query), ...Object.entries(args)]) {
    if (merged.has(key)) {
      throw new Fault("invalid", `${key} is given twice for ${uri.slice(0, 200)}.`, {
        field: key,
        received: value,
        reason: "given_twice",
        hint: "Give it once: in the address, in its query or in the arguments.",
      });
    }
    merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** The listed address of a resource. The keys of the query are added if it has no variables. */
export function templateOf({ address, variables, queries }: Resource): string {
  return variables.length === 0 && queries.length > 0 ? `${address}{?${queries.join(",")}}` : address;
}

/** The resources that somebody with this role may read. */
export const resourcesFor = (role: Role): readonly Resource[] =>
  RESOURCES.filter((resource) => includesRole(role, resource.role));

/** Finds a resource by its listed template or by its plain address. */
export function findTemplate(template: string): Resource | undefined {
  return RESOURCES.find((resource) => template === templateOf(resource) || template === resource.address);
}

/** The public description of a resource, for clients and the docs. */
export function describeResource({ name, title, description, variables, queries }: Resource) {
  const asked = variables.length > 0 && queries.length > 0 ? ` Query: ${queries.join(", ")}.` : "";
  return { name, title, description: `${description}${asked}`, mimeType: "application/json" };
}

const PAGE = 50;

const Asked = z.strictObject({ cursor: listDecisions.input.shape.cursor });
const HINTS = {
  cursor: { suggestion: "Use the nextCursor of the page before, or leave it out for the first." },
};

interface ListedResource extends ReturnType<typeof describeResource> {
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
