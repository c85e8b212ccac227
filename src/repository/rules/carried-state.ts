import { CARRIED_BY, type Report } from "./report.ts";

/** What became of what carries a decision out, as far as it is reported. */
interface CarriedState {
  /** What carries it out by the surest sign, without what merely came along with it. Oldest first. */
  readonly carriers: readonly Report[];
  /** Set if what carries it out was taken back and not brought back: what says so, the latest last. */
  readonly reverts: readonly Report[];
  /** Some of it was taken back, and some was not. */
  readonly partlyReverted: boolean;
  /** The latest of its checks and of its deployments. */
  readonly lastCheck?: Report | undefined;
  readonly lastDeployment?: Report | undefined;
}

/** `reports` is what is said of one decision, oldest first. */
export function carriedState(reports: readonly Report[]): CarriedState {
  const carried = reports.filter(({ kind }) => kind === "carried");
  const turns = reports.filter(({ kind }) => kind === "reverted" || kind === "reinstated");
  const lastOf = (kind: Report["kind"]): Report | undefined =>
    reports.findLast((report) => report.kind === kind && report.passed !== undefined);
  const rank = Math.min(...carried.map(({ by }) => (by ? CARRIED_BY.indexOf(by) : 0)));
  const sure = carried.filter(({ by }) => (by ? CARRIED_BY.indexOf(by) : 0) === rank);
  const takenBack = new Map(groupsOf(sure).map((group) => [group, revertOf(group, turns)]));
  const reverts = [...takenBack.values()].filter((revert) => revert !== undefined);
  const stands = takenBack.size > reverts.length || carriedAgain(carried, reverts, turns);
  const ofAll = turns.findLast(({ of }) => of === undefined);
  return {
    carriers: sure.filter(({ part }) => !part),
    reverts: ofAll?.kind === "reverted" ? [ofAll] : stands ? [] : reverts.toSorted(byTime),
    partlyReverted: stands && reverts.length > 0,
    lastCheck: lastOf("checked"),
    lastDeployment: lastOf("deployed"),
  };
}

const byTime = (a: Report, b: Report): number => a.at.getTime() - b.at.getTime();

/** A merge with what came with it is one; so is every other commit. */
function groupsOf(carried: readonly Report[]): Report[][] {
  const groups = new Map<string, Report[]>();
  for (const report of carried) {
    const key = report.of ?? report.commit ?? report.key;
    groups.set(key, [...(groups.get(key) ?? []), report]);
  }
  return [...groups.values()];
}

/** What takes back a group: its merge, or all that it is about. */
function revertOf(group: readonly Report[], turns: readonly Report[]): Report | undefined {
  const revert = ({ commit }: Report): Report | undefined => {
    const last = turns.findLast(({ of }) => of !== undefined && of === commit);
    return last?.kind === "reverted" ? last : undefined;
  };
  const merges = group.filter(({ of }) => of === undefined);
  const [merged] = merges.map(revert).filter((one) => one !== undefined);
  if (merged) return merged;
  const brought = group.filter(({ of }) => of !== undefined);
  const meant = brought.filter(({ part }) => !part);
  return [meant, brought]
    .map((commits) => commits.map(revert))
    .find((found) => found.length > 0 && found.every((one) => one !== undefined))
    ?.at(-1);
}

/** Whether something that was said on purpose to carry it out came after it was taken back, and stands. */
function carriedAgain(
  carried: readonly Report[],
  reverts: readonly Report[],
  turns: readonly Report[],
): boolean {
  const latest = Math.max(...reverts.map(({ at }) => at.getTime()));
  return carried.some(
    ({ by, at, commit, part }) =>
      by !== "named file" &&
      !part &&
      at.getTime() > latest &&
      turns.findLast(({ of }) => of === commit)?.kind !== "reverted",
  );
}
