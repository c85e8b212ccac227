import type { Decision } from "../../domain/decisions/decision.ts";
import { detectDomain } from "../../domain/decisions/detect-domain.ts";
import { domainCalled, GENERAL_DOMAIN } from "../../domain/decisions/domains.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { nearestName } from "../../domain/shared/nearest-name.ts";
import type { DecisionDeps } from "./deps.ts";

/** What the domain of a decision is chosen by. */
export interface DomainInput {
  readonly module?: string | undefined;
  readonly domain?: string | undefined;
  readonly statement: string;
  readonly topic?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly alternatives?: readonly string[] | undefined;
}

/**
 * The domain that was given, or else the detected one. Captures, warnings and contexts all choose here, so that advice
 * is about the domain in which the outcome of the decision will count. A capture waits for no model and makes no search,
 * so none of them uses embeddings or similar decisions for it.
 */
export function chooseDomain(
  { module, domain, statement, topic, reasoning, alternatives = [] }: DomainInput,
  { modules }: Pick<DecisionDeps, "modules">,
): string {
  return (
    requireModule(module, modules) ??
    domain ??
    detectDomain(statement, [topic ?? "", reasoning ?? "", ...alternatives])
  );
}

/**
 * What replaces decisions is in their domain unless another is given: in that of most of them, or of the newest in a
 * tie. `general` says that no domain was found, so there is nothing to inherit.
 */
export function inheritedDomain(
  replaced: readonly Pick<Decision, "domain" | "createdAt">[],
): string | undefined {
  const counts = new Map<string, number>();
  const newestFirst = [...replaced].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  for (const { domain } of newestFirst) {
    if (domain !== GENERAL_DOMAIN) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export function requireModule(module: string | undefined, known: readonly string[]): string | undefined {
  if (module === undefined || known.includes(module)) return module;
  const called = domainCalled(module.trim().toLowerCase());
  const nearest = called !== undefined && known.includes(called) ? called : nearestName(module, known);
  const meant = nearest === undefined ? "." : `; did you mean ${JSON.stringify(nearest)}?`;
  throw new Fault("invalid", `The module ${JSON.stringify(module)} is not known${meant}`, {
    field: "module",
    received: module,
    reason: "invalid_module",
    hint: `Known: ${known.join(", ")}. Without a module the domain is detected.`,
  });
}
