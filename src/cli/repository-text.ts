import type { Binding, RepositoryId } from "../domain/access/named-project.ts";
import type { Installation } from "./command.ts";

/** A repository for a person. Paths begin with `~` where possible. */
export function repositoryText(id: RepositoryId, { show }: Pick<Installation, "show">): string {
  const name = id.slice(id.indexOf(":") + 1);
  if (id.startsWith("origin:")) return name;
  return id.startsWith("commit:") ? `the repository with the first commit ${name.slice(0, 12)}` : show(name);
}

export const bindingText = (
  { repository, reason }: Binding,
  installation: Pick<Installation, "show">,
): string =>
  `${repositoryText(repository, installation)} (${reason === "trusted" ? "trusted" : "by first use"})`;
