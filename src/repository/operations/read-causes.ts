import {
  type CheckAgain,
  type CheckAgainById,
  type Decision,
  joinCauses,
  mayBeCheckedAgain,
  readCheckAgain,
} from "../../decisions/index.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { startScreening } from "../../shared/screening.ts";
import type { CheckedAnchors } from "../rules/anchor-state.ts";
import { placeName } from "../rules/anchor-state.ts";
import { lostPackages } from "../rules/package-choice.ts";
import { lostDependencies } from "../sql/anchor-rows.ts";
import { checkAnchors } from "./check-anchors.ts";
import type { AnchorDeps } from "./deps.ts";
import { listedNow } from "./follow-anchors.ts";

/** Why decisions should be looked at again, and the places in the code that it was partly read from. */
export interface Causes {
  readonly causes: CheckAgainById;
  readonly places: CheckedAnchors;
}

/** Because of what they rest on, and because of the code. */
export async function readCauses(
  decisions: readonly Decision[],
  scope: Scope,
  deps: AnchorDeps,
): Promise<Causes> {
  const resting = await readCheckAgain(decisions, scope, deps);
  const { causes, places } = await readCodeCauses(decisions, scope, deps);
  return { causes: joinCauses(resting, causes), places };
}

/** What the code says alone, with the places that it was read from. */
export async function readCodeCauses(
  decisions: readonly Decision[],
  scope: Scope,
  deps: AnchorDeps,
  most?: number,
): Promise<Causes> {
  const holding = decisions.filter(mayBeCheckedAgain);
  const places = await checkAnchors(holding, scope, deps, most);
  const gone = scope === ALL_PROJECTS ? new Map() : await goneDependencies(holding, deps);
  const causes = new Map(
    holding
      .map(({ id }) => [id, [...anchorCauses(id, places, deps), ...(gone.get(id) ?? [])]] as const)
      .filter(([, found]) => found.length > 0),
  );
  return { causes, places };
}

function anchorCauses(id: string, places: CheckedAnchors, { secrets }: AnchorDeps): CheckAgain[] {
  return (places.get(id) ?? []).flatMap(({ anchor, state }) => {
    if (state === "holds") return [];
    const about = startScreening(secrets).text("place", placeName(anchor));
    return [{ because: state === "gone" ? "anchor-gone" : "anchor-changed", path: [id], about }];
  });
}

/** The packages that decisions name and no manifest lists any more. */
async function goneDependencies(
  decisions: readonly Decision[],
  deps: AnchorDeps,
): Promise<ReadonlyMap<string, readonly CheckAgain[]>> {
  const project = decisions[0]?.project;
  if (project === undefined) return new Map();
  try {
    if ((await deps.checkout.root()) === undefined) return new Map();
    const lost = await lostDependencies(deps.memory, project);
    const found = decisions
      .map((decision) => ({ id: decision.id, names: lostPackages(decision, lost).map(({ name }) => name) }))
      .filter(({ names }) => names.length > 0);
    if (found.length === 0) return new Map();
    const listed = await listedNow(project, deps);
    const screen = startScreening(deps.secrets);
    return new Map(
      found.map(({ id, names }) => [
        id,
        names
          .filter((name) => !listed.has(name))
          .map(
            (name): CheckAgain => ({
              because: "dependency-gone",
              path: [id],
              about: screen.text("name", name),
            }),
          ),
      ]),
    );
  } catch (error) {
    deps.log.warn("The repository did not say which packages it lists.", { error });
    return new Map();
  }
}
