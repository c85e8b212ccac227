import type { FileAt, WholeCommit } from "../../shared/ports.ts";
import type { AnchorsRead, LostDependency } from "../rules/anchor-state.ts";
import { isManifest, packagesIn } from "../rules/manifests.ts";
import { manifestsOf } from "../sql/anchor-rows.ts";
import type { AnchorDeps } from "./deps.ts";

/** Texts are read in so many at once. */
const AT_ONCE = 200;

/** Which packages manifests lost and got in these commits, the oldest first. */
export async function readManifestChanges(
  project: string,
  commits: readonly WholeCommit[],
  { memory, checkout }: AnchorDeps,
): Promise<Pick<AnchorsRead, "manifests" | "lost" | "found">> {
  const changes = commits.flatMap((commit) =>
    commit.files.flatMap(({ path, from, kind }) => {
      if (!isManifest(path)) return [];
      const before = commit.parents[0];
      return [
        {
          commit,
          path,
          after: { commit: commit.id, path },
          before: { commit: before ?? "", path: from ?? path },
          isThere: kind !== "deleted",
          movedFrom: from,
        },
      ];
    }),
  );
  const manifests = new Set(await manifestsOf(memory, project));
  const lost = new Map<string, LostDependency>();
  const found = new Map<string, Pick<LostDependency, "manifest" | "name">>();
  const texts = await textsOf(
    changes.flatMap(({ before, after }) => [before, after]),
    checkout,
  );
  for (const [n, { commit, path, isThere, movedFrom }] of changes.entries()) {
    if (isThere) manifests.add(path);
    else manifests.delete(path);
    if (movedFrom !== undefined) manifests.delete(movedFrom);
    const [was, is] = [packagesIn(path, texts[2 * n] ?? ""), packagesIn(path, texts[2 * n + 1] ?? "")];
    for (const name of was)
      if (!is.has(name)) {
        lost.set(`${path}\n${name}`, { manifest: path, name, commit: commit.id, at: commit.at });
        found.delete(`${path}\n${name}`);
      }
    for (const name of is)
      if (!was.has(name)) {
        lost.delete(`${path}\n${name}`);
        found.set(`${path}\n${name}`, { manifest: path, name });
      }
  }
  return { manifests: [...manifests], lost: [...lost.values()], found: [...found.values()] };
}

async function textsOf(
  files: readonly FileAt[],
  checkout: AnchorDeps["checkout"],
): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE)
    texts.push(...(await checkout.textsAt(files.slice(at, at + AT_ONCE))));
  return texts;
}
