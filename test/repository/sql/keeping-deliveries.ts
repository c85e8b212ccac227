import { expect, it } from "vitest";
import { bindName } from "../../../src/access/sql/bindings.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { addSignal } from "../../../src/decisions/sql/outcomes.ts";
import {
  DELIVERIES_KEPT_MS,
  type Delivery,
  type Told,
} from "../../../src/repository/rules/webhooks/delivery.ts";
import { addDelivery, decisionsConcerned, projectsAbout } from "../../../src/repository/sql/deliveries.ts";
import { addReports, reportsOf } from "../../../src/repository/sql/report-rows.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, decision, screened } from "../../support/decisions.ts";
import { historyOf, signal } from "../../support/outcomes.ts";
import { commitId, report } from "../../support/reports.ts";

const NOTHING: Told = { project: "shop", reports: [], signals: [] };
const LATER = new Date(DAY.getTime() + DELIVERIES_KEPT_MS + 1);

const delivery = (id: string, fields: Partial<Delivery> = {}): Delivery => ({
  forge: "github",
  id,
  digest: `digest of ${id}`,
  ...fields,
});

const eventSignal = (of: string, event: string): Told["signals"][number] => ({
  ...signal(),
  decision: of,
  metrics: { event },
});

export function keepingDeliveries(opened: () => OpenedStore): void {
  const added = async (fields: Parameters<typeof decision>[0] = {}): Promise<string> => {
    const made = decision(fields);
    await addDecision(opened().memory, { decision: made }, act());
    return made.id;
  };

  it("takes a delivery once, by its id and by its body, for as long as it is kept", async () => {
    const { memory } = opened();
    const take = async (one: Delivery, at = DAY) =>
      (await addDelivery(memory, one, NOTHING, act(at))).received;
    expect(await take(delivery("one"))).toBe("new");
    expect(await take(delivery("one", { digest: "another" }))).toBe("again");
    expect(await take(delivery("two", { digest: "digest of one" }))).toBe("again");
    expect(await take(delivery("one", { forge: "gitlab", digest: "another" }))).toBe("new");
    expect(await take(delivery("one"), LATER)).toBe("new");
  });

  it("has what it says and the delivery, or neither", async () => {
    const { memory } = opened();
    const id = await added();
    const taken = eventSignal(id, "taken");
    await addSignal(memory, "shop", id, taken, act());
    const told = { ...NOTHING, reports: [report({ decision: id })] };
    const failing = {
      ...told,
      signals: [eventSignal(id, "first"), { ...eventSignal(id, "second"), id: taken.id }],
    };
    await expect(addDelivery(memory, delivery("one"), failing, act())).rejects.toThrow();
    expect((await reportsOf(memory, "shop", [id])).get(id)).toEqual([]);
    expect((await historyOf(memory, id)).signals).toHaveLength(1);
    const done = await addDelivery(
      memory,
      delivery("one"),
      { ...told, signals: [eventSignal(id, "first")] },
      act(),
    );
    expect(done).toMatchObject({ received: "new", reports: 1, signals: [{ decision: id }] });
  });

  it("has each event once, from however many deliveries", async () => {
    const { memory } = opened();
    const id = await added();
    const told = (): Told => ({
      ...NOTHING,
      reports: [report({ decision: id })],
      signals: [eventSignal(id, "pr_merged 12")],
    });
    await addDelivery(memory, delivery("one"), told(), act());
    expect(await addDelivery(memory, delivery("two"), told(), act(LATER))).toEqual({
      received: "new",
      reports: 0,
      signals: [],
    });
    expect((await historyOf(memory, id)).signals).toHaveLength(1);
  });

  it("says nothing of a decision that is gone or of another project", async () => {
    const { memory } = opened();
    const elsewhere = await added({ project: "depot" });
    const told = {
      ...NOTHING,
      reports: [report({ decision: elsewhere })],
      signals: [eventSignal(elsewhere, "a"), eventSignal("dec_gone", "a")],
    };
    expect(await addDelivery(memory, delivery("one"), told, act())).toMatchObject({
      reports: 0,
      signals: [],
    });
  });

  it("finds the decisions that are linked, were captured on the branch, or were joined by a report", async () => {
    const { memory } = opened();
    const linked = await added({ linkedCommit: commitId("a").slice(0, 7).toUpperCase() });
    const joined = await added();
    await added({ linkedCommit: commitId("b") });
    await addReports(memory, [report({ decision: joined, kind: "merged", pr: 3, commit: commitId("c") })]);
    const clues = { ids: [], pullRequests: [], prs: [3], commits: [commitId("a")] };
    expect(await decisionsConcerned(memory, "shop", clues)).toEqual([
      { decision: linked, by: "linked commit" },
      { decision: joined, by: "pull request" },
    ]);
    const many = [..."0123456789acdef"].map(commitId);
    expect(await decisionsConcerned(memory, "shop", { ...clues, prs: [], commits: many })).toMatchObject([
      { decision: linked },
      { decision: joined },
    ]);
  });

  it("does not follow a commit that takes something back", async () => {
    const { memory } = opened();
    const id = await added();
    await addReports(memory, [report({ decision: id, kind: "reverted", of: commitId("b") })]);
    const clues = { ids: [], pullRequests: [], prs: [], commits: [commitId("a")] };
    expect(await decisionsConcerned(memory, "shop", clues)).toEqual([]);
  });

  it("finds the project that is bound to a repository, or has its name, if it has memories", async () => {
    const { memory } = opened();
    const repository = "github.com/acme/shop";
    expect(await projectsAbout(memory, [repository])).toEqual([]);
    await added({ project: repository });
    await bindName(memory, { project: "storefront", repository: `origin:${repository}` }, act());
    expect(await projectsAbout(memory, [repository])).toEqual([repository]);
    await added({ project: "storefront" });
    expect(await projectsAbout(memory, [repository, "github.com/acme/other"])).toEqual([
      "storefront",
      repository,
    ]);
  });

  it("leaves only signals in the audit log", async () => {
    const { memory } = opened();
    const id = await added();
    const before = await memory.position();
    const told = { ...NOTHING, reports: [report({ decision: id, title: screened("T") })], signals: [] };
    await addDelivery(memory, delivery("one"), told, act());
    expect(await memory.changesAfter(before, 10)).toEqual([]);
    await addDelivery(memory, delivery("two"), { ...NOTHING, signals: [eventSignal(id, "x")] }, act());
    expect(await memory.changesAfter(before, 10)).toMatchObject([{ action: "signal.recorded" }]);
  });
}
