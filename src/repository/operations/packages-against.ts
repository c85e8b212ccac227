import { type Decision, decisionPage, hasFailed } from "../../decisions/index.ts";
import type { ChangedLines, NumberedLine, RepositoryChange } from "../../shared/ports.ts";
import { importedIn } from "../rules/imports.ts";
import { isManifest, packagesIn } from "../rules/manifests.ts";
import { choosesPackage, rulesOutPackage } from "../rules/package-choice.ts";
import type { AgainstRule, GoingAgainst } from "../rules/placed-decision.ts";
import { linesOf } from "../rules/symbols.ts";
import { anchorsAt, manifestsOf } from "../sql/anchor-rows.ts";
import type { RepositoryDeps } from "./deps.ts";
import { textAfter } from "./moved-symbols.ts";

const PAGE = 500;

/** More decisions that hold are not compared. */
const MOST_DECISIONS = 5_000;

/** A package that a change brings in or takes out, with the first line that says so. */
interface ChangedPackage {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** What a change adds that was ruled out or failed, and what it takes out that was chosen. */
export async function packagesAgainst(
  change: RepositoryChange,
  project: string,
  deps: RepositoryDeps,
): Promise<GoingAgainst[]> {
  const { added, removed, unused } = await changedPackages(change, project, deps);
  if (added.length + removed.length + unused.length === 0) return [];
  const decisions = await readDecisions(project, deps);
  const holding = decisions.filter((one) => one.standing === "active" && !hasFailed(one));
  const failed = decisions.filter((one) => one.standing !== "draft" && hasFailed(one));
  const found: GoingAgainst[] = [];
  const put = (rule: AgainstRule, decision: Decision, { path, line, name }: ChangedPackage): void => {
    found.push({ rule, decision, path, line, about: name });
  };
  for (const one of added) {
    // What somebody decided for since is not against anything.
    const chosenAt = Math.max(
      ...holding.filter((each) => choosesPackage(each, one.name)).map((each) => each.createdAt.getTime()),
      0,
    );
    const isOpen = ({ createdAt }: Decision): boolean => createdAt.getTime() > chosenAt;
    for (const decision of holding.filter(isOpen))
      if (rulesOutPackage(decision, one.name)) put("ruled-out", decision, one);
    for (const decision of failed.filter(isOpen))
      if (choosesPackage(decision, one.name)) put("failed-before", decision, one);
  }
  for (const one of removed)
    for (const decision of holding)
      if (choosesPackage(decision, one.name)) put("choice-removed", decision, one);
  for (const one of unused) {
    const anchors = await anchorsAt(deps.memory, project, one.path);
    const about = new Set(anchors.filter(({ path }) => path === one.path).map(({ decision }) => decision));
    for (const decision of holding)
      if (about.has(decision.id) && choosesPackage(decision, one.name)) put("choice-removed", decision, one);
  }
  return found;
}

async function changedPackages(
  change: RepositoryChange,
  project: string,
  deps: RepositoryDeps,
): Promise<Names & { readonly unused: readonly ChangedPackage[] }> {
  const added: ChangedPackage[] = [];
  const removed: ChangedPackage[] = [];
  const unused: ChangedPackage[] = [];
  for (const file of change.files) {
    const isListed = isManifest(file.path);
    const names = await (isListed ? inManifest : inImports)(file, change, deps);
    added.push(...names.added);
    (isListed ? removed : unused).push(...names.removed);
  }
  const listed = removed.length > 0 ? await listedAfter(change, project, deps) : new Set<string>();
  return {
    added: onceEach(added),
    removed: onceEach(removed.filter(({ name }) => !listed.has(name))),
    // Of a file that is not about the decision it says nothing: it may only need the package no more.
    unused: unused.filter(({ name }) => !removed.some((one) => one.name === name)),
  };
}

interface Names {
  readonly added: ChangedPackage[];
  readonly removed: ChangedPackage[];
}

async function inManifest(
  file: ChangedLines,
  change: RepositoryChange,
  deps: RepositoryDeps,
): Promise<Names> {
  const { path } = file;
  const text = file.kind === "deleted" ? undefined : await textAfter(path, change, deps.checkout);
  const [old] = await deps.checkout.textsAt([{ commit: change.base, path: file.from ?? path }]);
  const [is, was] = [packagesIn(path, text ?? ""), packagesIn(path, old ?? "")];
  const at = (name: string, lines: readonly NumberedLine[]): ChangedPackage => ({
    name,
    path,
    line: lines.find((one) => one.text.includes(name))?.line ?? 1,
  });
  return {
    added: [...is].filter((name) => !was.has(name)).map((name) => at(name, file.added)),
    removed: [...was].filter((name) => !is.has(name)).map((name) => at(name, file.removed)),
  };
}

/** The packages that a file imports now and did not, and the other way round. */
async function inImports(
  file: ChangedLines,
  change: RepositoryChange,
  { checkout }: RepositoryDeps,
): Promise<Names> {
  const { path } = file;
  const named = (lines: readonly NumberedLine[]): ChangedPackage[] =>
    lines.flatMap(({ line, text }) => {
      const name = importedIn(path, text);
      return name === undefined ? [] : [{ name, path, line }];
    });
  const [added, removed] = [named(file.added), named(file.removed)];
  const gone = removed.filter(({ name }) => !added.some((one) => one.name === name));
  const text = gone.length === 0 ? "" : ((await textAfter(path, change, checkout)) ?? "");
  const left = new Set(linesOf(text).map((line) => importedIn(path, line)));
  return {
    added: added.filter(({ name }) => !removed.some((one) => one.name === name)),
    removed: file.kind === "deleted" ? [] : gone.filter(({ name }) => !left.has(name)),
  };
}

/** What the manifests list after the change, so that a package that moved from one to another is not missed. */
async function listedAfter(
  change: RepositoryChange,
  project: string,
  { memory, checkout }: RepositoryDeps,
): Promise<ReadonlySet<string>> {
  const changed = change.files.filter(({ kind, path }) => kind !== "deleted" && isManifest(path));
  const paths = new Set([...(await manifestsOf(memory, project)), ...changed.map(({ path }) => path)]);
  const texts = await Promise.all(
    [...paths].map(async (path) => packagesIn(path, (await textAfter(path, change, checkout)) ?? "")),
  );
  return new Set(texts.flatMap((names) => [...names]));
}

/** The same package may be imported in many files; the manifest says it best. */
function onceEach(packages: readonly ChangedPackage[]): ChangedPackage[] {
  const first = new Map<string, ChangedPackage>();
  for (const one of packages) {
    const known = first.get(one.name);
    if (!known || (isManifest(one.path) && !isManifest(known.path))) first.set(one.name, one);
  }
  return [...first.values()];
}

async function readDecisions(project: string, { memory }: RepositoryDeps): Promise<Decision[]> {
  const found: Decision[] = [];
  let cursor: string | undefined;
  do {
    const page = await decisionPage(memory, { scope: project }, PAGE, cursor);
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined && found.length < MOST_DECISIONS);
  return found;
}
