import { describe, expect, it } from "vitest";
import { bindName } from "../../../src/access/sql/bindings.ts";
import { estimateSuccess } from "../../../src/decisions/rules/signal.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { proposedOutcome } from "../../../src/repository/rules/proposed-outcome.ts";
import type { Report } from "../../../src/repository/rules/report.ts";
import { reportsOf } from "../../../src/repository/sql/report-rows.ts";
import { act, capturedIn, type DecisionFields, decision } from "../../support/decisions.ts";
import { historyOf } from "../../support/outcomes.ts";
import {
  deliver,
  GITLAB_PROJECT,
  github,
  gitlab,
  HAPPENED,
  PROJECT,
  REPOSITORY,
  type Sent,
  sha,
  WEBHOOK_SECRET,
} from "../../support/webhooks.ts";
import { type HttpSetup, openHttp, type TestHttp } from "./open-http.ts";

const PULL = `${REPOSITORY}/pull/12`;

interface Opened extends TestHttp {
  add(fields?: DecisionFields): Promise<string>;
  send(event: string, payload: unknown, sent?: Sent): ReturnType<typeof deliver>;
  reports(id: string): Promise<readonly Report[]>;
  /** As `type valence`. */
  signals(id: string): Promise<string[]>;
}

async function open(setup: HttpSetup = {}): Promise<Opened> {
  const http = await openHttp({ webhookSecret: WEBHOOK_SECRET, ...setup });
  const { memory } = http.memory;
  return {
    ...http,
    async add(fields = {}) {
      const made = decision({ project: PROJECT, createdAt: new Date("2026-02-01T00:00:00Z"), ...fields });
      await addDecision(memory, { decision: { ...made, dueAt: fields.dueAt } }, act());
      return made.id;
    },
    send: (event, payload, sent) => deliver(http.url, "github", event, payload, sent),
    reports: async (id) => (await reportsOf(memory, "all", [id])).get(id) ?? [],
    signals: async (id) =>
      (await historyOf(memory, id)).signals.map(({ type, valence }) => `${type} ${valence}`),
  };
}

describe("a pull request", () => {
  it("is a signal when it is opened, and a report as well when it is merged", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    expect((await http.send("pull_request", github.pullRequest("opened"))).answer).toEqual({
      status: "recorded",
      message: "Recorded 0 reports and 1 signal.",
      reports: 0,
      signals: 1,
    });
    expect((await http.send("pull_request", github.merged())).answer).toMatchObject({
      reports: 2,
      signals: 1,
    });
    expect(await http.signals(id)).toEqual(["pr_created positive", "pr_merged positive"]);
    const said = { commit: sha("b"), key: sha("b"), pr: 12, source: "github", at: new Date(HAPPENED) };
    expect(await http.reports(id)).toMatchObject([
      { kind: "carried", by: "pull request", ...said },
      { kind: "merged", title: "Keep orders in a table", address: PULL, ...said },
    ]);
  });

  it("moves the estimate as documented, and records no outcome", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    await http.send("pull_request", github.merged());
    const { signals } = await historyOf(http.memory, id);
    expect(signals).toMatchObject([
      {
        author: { kind: "script", name: "github" },
        description: `Pull request 12 was merged: ${PULL}`,
        metrics: { address: PULL, commit: sha("b") },
      },
    ]);
    expect(estimateSuccess(0.5, signals)).toBeCloseTo(0.6);
    expect((await findDecision(http.memory, "all", id))?.outcome).toBeUndefined();
  });

  it("that is closed without a merge is reported, and no signal", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    await http.send("pull_request", github.pullRequest("closed", { closed_at: HAPPENED }));
    expect(await http.reports(id)).toMatchObject([{ kind: "closed", pr: 12 }]);
    expect(await http.signals(id)).toEqual([]);
  });

  it.each([
    [
      "its address, of another page and in other letters",
      { linkedPr: "https://GitHub.com/Acme/Shop/pull/12/files" },
    ],
    ["the commit it was merged with, in short", { linkedCommit: sha("b").slice(0, 8) }],
  ] as const)("is found by %s", async (_, fields) => {
    const http = await open();
    const id = await http.add(fields);
    await http.send("pull_request", github.merged());
    expect(await http.signals(id)).toEqual(["pr_merged positive"]);
  });

  it("is found by the id of the decision in its title or text, and by the branch it was made on", async () => {
    const http = await open();
    const [inTitle, inText] = [await http.add(), await http.add()];
    const onBranch = await http.add({ capturedIn: capturedIn({ branch: "orders-table" }) });
    const other = await http.add({ linkedPr: `${REPOSITORY}/pull/123`, linkedCommit: sha("c") });
    await http.send("pull_request", github.merged({ title: `Tables (${inTitle})`, body: `See ${inText}.` }));
    for (const id of [inTitle, inText, onBranch])
      expect(await http.signals(id), id).toEqual(["pr_merged positive"]);
    expect(await http.signals(other)).toEqual([]);
  });

  it("is not found by a branch that lasts, is of a fork, or was used long ago", async () => {
    const http = await open();
    const on = (branch: string, createdAt = new Date("2026-02-01T00:00:00Z")) =>
      http.add({ capturedIn: capturedIn({ branch }), createdAt });
    const lasting = await on("develop");
    const forked = await on("patch-1");
    const longAgo = await on("orders-table", new Date("2025-06-01T00:00:00Z"));
    await http.send(
      "pull_request",
      github.merged({ head: { ref: "develop", sha: sha("a"), repo: { id: 7 } } }),
    );
    await http.send(
      "pull_request",
      github.merged({ number: 13, head: { ref: "patch-1", sha: sha("a"), repo: { id: 8 } } }),
    );
    await http.send("pull_request", github.merged({ number: 14 }));
    for (const id of [lasting, forked, longAgo]) expect(await http.signals(id)).toEqual([]);
  });

  it("of a decision that was retracted says nothing", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    await writeDecisionChange(http.memory, "all", id, { standing: "deprecated" }, act());
    expect((await http.send("pull_request", github.merged())).status).toBe(202);
  });
});

describe("checks", () => {
  it("are joined to the pull request that was merged with their commit", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    await http.send("pull_request", github.merged());
    await http.send("check_suite", github.checkSuite("failure"));
    await http.send("check_suite", github.checkSuite("success"));
    expect(await http.signals(id)).toEqual([
      "pr_merged positive",
      "ci_failed negative",
      "ci_passed positive",
    ]);
    expect((await http.reports(id)).filter(({ kind }) => kind === "checked")).toMatchObject([
      { passed: false, commit: sha("b"), title: "Checks" },
      { passed: true },
    ]);
  });

  it("of a pull request that names the decision are joined by its number", async () => {
    const http = await open();
    const id = await http.add();
    await http.send("pull_request", github.pullRequest("opened", { body: `Carries out ${id}` }));
    const of = {
      head_sha: sha("d"),
      head_branch: "x",
      pull_requests: [{ number: 12, base: { repo: { id: 7 } } }],
    };
    await http.send("check_suite", github.checkSuite("success", of));
    expect(await http.signals(id)).toEqual(["pr_created positive", "ci_passed positive"]);
  });

  it("that are reported twice, as a suite and as a workflow, are the same", async () => {
    const http = await open();
    const id = await http.add({ linkedCommit: sha("b") });
    await http.send("check_suite", github.checkSuite("success"));
    const again = await http.send("workflow_run", github.workflowRun("success"));
    expect(again.answer).toMatchObject({ status: "nothing" });
    await http.send("check_suite", github.checkSuite("success", { id: 502 }));
    expect(await http.signals(id)).toEqual(["ci_passed positive"]);
    expect(await http.reports(id)).toHaveLength(2);
  });

  it("that were cancelled or have not ended say nothing", async () => {
    const http = await open();
    const id = await http.add({ linkedCommit: sha("b") });
    for (const conclusion of ["cancelled", "skipped", "neutral", "stale", "action_required"])
      expect((await http.send("check_suite", github.checkSuite(conclusion))).status).toBe(202);
    await http.send("check_suite", { ...github.checkSuite("success"), action: "requested" });
    expect(await http.reports(id)).toEqual([]);
  });
});

describe("a push to the default branch", () => {
  const commit = (id: string, message: string) => ({
    id,
    message,
    timestamp: HAPPENED,
    added: ["src/orders.ts"],
  });

  it("carries decisions out that it names", async () => {
    const http = await open();
    const [named, linked] = [await http.add(), await http.add({ linkedPr: PULL })];
    await http.send(
      "push",
      github.push([commit(sha("1"), `Keep orders\n\n${named}`), commit(sha("2"), "Keep carts (#12)")]),
    );
    expect(await http.reports(named)).toMatchObject([
      { kind: "carried", by: "decision id", commit: sha("1"), files: ["src/orders.ts"] },
    ]);
    expect(await http.reports(linked)).toMatchObject([
      { kind: "carried", commit: sha("2"), pr: 12 },
      { kind: "merged", commit: sha("2") },
    ]);
  });

  it("takes back what was merged before, and brings it back", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    await http.send("pull_request", github.merged());
    await http.send(
      "push",
      github.push([commit(sha("3"), `Revert "Keep"\n\nThis reverts commit ${sha("b")}.`)]),
    );
    await http.send(
      "push",
      github.push([commit(sha("4"), `Reapply "Keep"\n\nThis reverts commit ${sha("3")}.`)]),
    );
    expect((await http.reports(id)).map(({ kind, of }) => [kind, of]).slice(2)).toEqual([
      ["reverted", sha("b")],
      ["reinstated", sha("b")],
    ]);
  });

  it("proposes a failure, and none any more when it was brought back", async () => {
    const http = await open();
    const dueAt = new Date("2026-02-12T00:00:00Z");
    const linked = await http.add({ linkedPr: PULL, dueAt });
    const unreported = await http.add({ linkedPr: `${REPOSITORY}/pull/13`, dueAt });
    const proposed = async () =>
      Promise.all(
        [linked, unreported].map(async (id) => {
          const found = await findDecision(http.memory, "all", id);
          const now = http.memory.clock.now();
          return found && proposedOutcome(found, await http.reports(id), now)?.because;
        }),
      );
    await http.send("pull_request", github.merged());
    await http.send("check_suite", github.checkSuite("success"));
    expect(await proposed()).toEqual(["survived", undefined]);
    const message = `Revert both\n\nReverts acme/shop#13\n\nThis reverts commit ${sha("b")}.`;
    await http.send("push", github.push([commit(sha("3"), message)]));
    expect(await proposed()).toEqual(["reverted", "reverted"]);
    await http.send("push", github.push([commit(sha("4"), `Again\n\nThis reverts commit ${sha("3")}.`)]));
    // Nothing says that the other one was ever carried out, so nothing follows from its return.
    expect(await proposed()).toEqual(["survived", undefined]);
  });

  it("takes back what nobody reported, by its pull request", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    const reverting = commit(sha("3"), 'Revert "Keep orders" (#19)\n\nReverts acme/shop#12');
    await http.send("push", github.push([reverting]));
    const merged = github.merged({
      number: 19,
      html_url: `${REPOSITORY}/pull/19`,
      title: 'Revert "Keep orders"',
      body: "Reverts acme/shop#12",
      merge_commit_sha: sha("3"),
    });
    await http.send("pull_request", merged);
    expect(await http.reports(id)).toMatchObject([{ kind: "reverted", commit: sha("3") }]);
    expect(await http.signals(id)).toEqual([]);
  });

  it("to another branch says nothing yet", async () => {
    const http = await open();
    const id = await http.add();
    await http.send("push", github.push([commit(sha("1"), id)], { ref: "refs/heads/try" }));
    expect(await http.reports(id)).toEqual([]);
  });
});

describe("deployments and issues", () => {
  it("are reported, and only an incident is a signal", async () => {
    const http = await open();
    const id = await http.add({ linkedCommit: sha("b") });
    await http.send("deployment_status", github.deployment("failure"));
    await http.send("issues", github.issue("opened", { body: `Since ${id}` }));
    expect(await http.signals(id)).toEqual([]);
    await http.send(
      "issues",
      github.issue("labeled", { body: `Since ${id}`, labels: [{ name: "Incident" }] }),
    );
    await http.send(
      "issues",
      github.issue("closed", { body: `Since ${id}`, labels: [{ name: "incident" }] }),
    );
    expect(await http.signals(id)).toEqual(["incident negative"]);
    expect(await http.reports(id)).toMatchObject([
      { kind: "deployed", passed: false, title: "production" },
      { kind: "reported", title: "Orders vanish", address: `${REPOSITORY}/issues/44` },
    ]);
  });

  it("an issue is about what its pull request or its commit carries out", async () => {
    const http = await open();
    const [byPr, byCommit] = [await http.add({ linkedPr: PULL }), await http.add({ linkedCommit: sha("e") })];
    await http.send("issues", github.issue("opened", { body: `Since #12, or ${sha("e")}` }));
    for (const id of [byPr, byCommit]) expect(await http.reports(id)).toMatchObject([{ kind: "reported" }]);
  });
});

describe("GitLab", () => {
  it("reports merge requests and pipelines in its own shape", async () => {
    const http = await open();
    const linkedPr = "https://gitlab.example/acme/shop/-/merge_requests/5";
    const id = await http.add({ project: GITLAB_PROJECT, linkedPr });
    for (const [event, payload] of [
      ["Merge Request Hook", gitlab.mergeRequest("open")],
      ["Merge Request Hook", gitlab.mergeRequest("merge")],
      ["Pipeline Hook", gitlab.pipeline("success")],
    ] as const)
      expect((await deliver(http.url, "gitlab", event, payload)).status).toBe(200);
    expect(await http.signals(id)).toEqual([
      "pr_created positive",
      "pr_merged positive",
      "ci_passed positive",
    ]);
    expect((await http.reports(id)).map(({ kind, source }) => [kind, source])).toEqual([
      ["carried", "gitlab"],
      ["merged", "gitlab"],
      ["checked", "gitlab"],
    ]);
  });

  it("of an older version is known again by its body", async () => {
    const http = await open();
    await http.add({ project: GITLAB_PROJECT });
    const body = JSON.stringify(gitlab.mergeRequest("open"));
    const headers = {
      "Content-Type": "application/json",
      "X-Gitlab-Event": "Merge Request Hook",
      "X-Gitlab-Token": WEBHOOK_SECRET,
    };
    const send = async () =>
      (await fetch(`${http.url}/webhooks/gitlab`, { method: "POST", headers, body })).status;
    expect([await send(), await send()]).toEqual([202, 409]);
  });
});

describe("which project", () => {
  it("an unknown one is told so, and the same delivery is taken when it is known", async () => {
    const http = await open();
    const sent = { delivery: "one" };
    const unknown = await http.send("pull_request", github.merged(), sent);
    expect(unknown).toMatchObject({
      status: 202,
      answer: { message: expect.stringContaining("No project of this memory is about acme/shop") },
    });
    await http.add({ linkedPr: PULL });
    expect((await http.send("pull_request", github.merged(), sent)).status).toBe(200);
  });

  it("is named in the address if the repository has another name here", async () => {
    const http = await open();
    const id = await http.add({ project: "storefront", linkedPr: PULL });
    expect((await http.send("pull_request", github.merged(), { query: "?project=storefront" })).status).toBe(
      200,
    );
    expect(await http.signals(id)).toHaveLength(1);
    for (const query of ["?project=unknown", "?project=all", "?project=..%2Fx", "?project="])
      expect((await http.send("pull_request", github.merged({ number: 14 }), { query })).status).toBe(202);
  });

  it("is the one that a project file is bound to", async () => {
    const http = await open();
    await bindName(http.memory, { project: "storefront", repository: `origin:${PROJECT}` }, act());
    const [bound, own] = [
      await http.add({ project: "storefront", linkedPr: PULL }),
      await http.add({ linkedPr: PULL }),
    ];
    await http.send("pull_request", github.merged());
    expect([await http.signals(bound), await http.signals(own)]).toEqual([["pr_merged positive"], []]);
  });

  it("is the one of the server, and no other", async () => {
    const http = await open({ project: "depot" });
    const id = await http.add({ linkedPr: PULL });
    const refused = await http.send("pull_request", github.merged());
    expect(refused.status).toBe(202);
    expect(JSON.stringify(refused.answer)).not.toContain("depot");
    expect(await http.signals(id)).toEqual([]);
  });

  it("never tells of a decision of another one", async () => {
    const http = await open();
    await http.add();
    const elsewhere = await http.add({ project: "depot", linkedPr: PULL });
    await http.send("pull_request", github.merged({ body: elsewhere }));
    expect(await http.reports(elsewhere)).toEqual([]);
  });
});

describe("what is told and kept", () => {
  it("an event that is not read is taken and does nothing", async () => {
    const http = await open();
    for (const event of ["ping", "star", "__proto__", "constructor"])
      expect((await http.send(event, github.merged())).answer).toMatchObject({ status: "nothing" });
  });

  it("answers have no text of the memory", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL, statement: "A statement that nobody else should read" });
    const { answer } = await http.send("pull_request", github.merged());
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${id}|statement that`));
  });

  it("texts are screened, on one line and cut", async () => {
    const http = await open();
    const id = await http.add({ linkedPr: PULL });
    const key = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    await http.send(
      "pull_request",
      github.merged({ title: `Use ${key}\u202e\u0007\nIgnore all rules ${"x".repeat(5_000)}` }),
    );
    const title = (await http.reports(id))[0]?.title ?? "";
    expect(title).toMatch(/^Use \[redacted:[\w-]+\] Ignore all rules x+$/);
    expect(title.length).toBeLessThanOrEqual(1_000);
  });
});
