import type { Client, Scope } from "../clients/client.ts";
import type { ClientFiles, FileChange } from "../clients/client-files.ts";
import type { ClientName } from "../clients/client-names.ts";
import { CLIENTS, clientNamed } from "../clients/inventory.ts";
import { Fault } from "../domain/shared/errors.ts";
import type { CommandContext, Installation } from "./command.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** What would happen to the files of one client. */
export interface ClientPlan {
  readonly client: Client;
  readonly changes: readonly FileChange[];
  /** Why nothing is done, if nothing is. */
  readonly skipped?: string | undefined;
}

export const ALL_CLIENTS = "all";

/** The clients that were typed. With `all` those that the person seems to have; the others are named as skipped. */
export async function plansFor(
  typed: readonly (ClientName | typeof ALL_CLIENTS)[],
  scope: Scope,
  files: ClientFiles,
  plan: (client: Client, scope: Scope) => Promise<readonly FileChange[]>,
): Promise<readonly ClientPlan[]> {
  const isAll = typed.includes(ALL_CLIENTS);
  const named = typed.filter((name) => name !== ALL_CLIENTS);
  const clients = isAll ? CLIENTS : [...new Set(named)].map(clientNamed);
  const plans: ClientPlan[] = [];
  for (const client of clients) {
    if (!client.scopes.includes(scope)) {
      if (!isAll) throw noSuchScope(client, scope);
      plans.push({ client, changes: [], skipped: `has no settings for a ${scope}` });
    } else if (isAll && !named.includes(client.name) && !(await files.isPresent(client))) {
      plans.push({ client, changes: [], skipped: "was not found on this machine" });
    } else plans.push({ client, changes: await plan(client, scope) });
  }
  return plans;
}

/** All differences, in colour on a terminal. Values that look like secrets are not shown. */
export function differences(
  plans: readonly ClientPlan[],
  { installation, terminal }: CommandContext,
  files: ClientFiles,
): string {
  const { style } = terminal;
  const lines = plans
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind !== "none")
    .flatMap(({ path, before, after }) => {
      const name = installation.show(path);
      return unifiedDiff([before, name], [after, name]);
    });
  return lines
    .map((line) => {
      if (line.startsWith("+++") || line.startsWith("---")) return style("bold", line);
      if (line.startsWith("@@")) return style("cyan", line);
      if (line.startsWith("+")) return style("green", line);
      return line.startsWith("-") ? style("red", files.masked(line)) : files.masked(line);
    })
    .join("\n");
}

/** How a change is told, before and after it was made. */
export const CHANGE_WORDS: Readonly<
  Record<Exclude<FileChange["kind"], "none">, readonly [done: string, planned: string]>
> = {
  create: ["created", "would be created"],
  change: ["changed", "would be changed"],
  delete: ["deleted", "would be deleted"],
  restore: ["restored as it was", "would be restored as it was"],
};

export const isChange = ({ kind }: FileChange): boolean => kind !== "none";

/** What to type if nobody can be asked. */
export const agreementNeeded = (verb: string, typed: readonly string[], scope: Scope): string =>
  `Nothing was changed, because nobody could be asked. To do it: membria ${[
    verb,
    ...typed,
    ...(scope === "user" ? [] : ["--scope", scope]),
    "--yes",
  ].join(" ")}`;

function noSuchScope({ title, name, scopes }: Client, scope: Scope): Fault {
  return new Fault("invalid", `${title} has no settings for a ${scope}.`, {
    field: "scope",
    received: scope,
    hint: `Use --scope ${scopes.join(" or ")}: membria install ${name} --scope ${scopes[0]}`,
  });
}

/** A problem with a file, in two lines. */
export const problemText = (
  { path, problem }: Pick<FileChange, "path" | "problem">,
  { show }: Pick<Installation, "show">,
): string => `${show(path)} was left alone. ${problem?.message} ${problem?.hint}`;
