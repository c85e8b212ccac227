import { isManifest, packagesIn } from "../../domain/repository/manifests.ts";
import type { AnchorDeps } from "./deps.ts";

/** Where most repositories have theirs, for one that was never changed since the first decision. */
const AT_THE_TOP = [
  "package.json",
  "pyproject.toml",
  "requirements.txt",
  "go.mod",
  "Cargo.toml",
  "Gemfile",
  "composer.json",
];
const MOST_MANIFESTS = 50;

/** All packages that the manifests of the working tree list. */
export async function listedNow(
  project: string,
  { store, checkout }: AnchorDeps,
): Promise<ReadonlySet<string>> {
  const paths = [...new Set([...(await store.manifestsOf(project)), ...AT_THE_TOP])]
    .filter(isManifest)
    .slice(0, MOST_MANIFESTS);
  const texts = await Promise.all(paths.map((path) => checkout.textOf(path)));
  return new Set(paths.flatMap((path, n) => [...packagesIn(path, texts[n] ?? "")]));
}
