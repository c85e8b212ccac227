import { includesRole, type Role } from "../domain/shared/actor.ts";
import { Fault } from "../domain/shared/errors.ts";
import { allCalibrationsResource } from "./all-calibrations.ts";
import { allDecisionsResource } from "./all-decisions.ts";
import { auditResource } from "./audit.ts";
import { calibrationResource } from "./calibration.ts";
import { causalChainResource } from "./causal-chain.ts";
import { currentAnomaliesResource } from "./current-anomalies.ts";
import { decisionResource } from "./decision.ts";
import { dueDecisionsResource } from "./due-decisions.ts";
import type { JsonObject, Resource } from "./resource.ts";
import { similarDecisionsResource } from "./similar-decisions.ts";
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

export interface FoundResource {
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
