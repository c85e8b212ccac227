import {
  type ChecksFact,
  type DeploymentFact,
  type ForgeRepository,
  type IssueFact,
  isIncidentLabel,
  type PullRequestFact,
  type PushFact,
} from "./forge-event.ts";
import type { Part } from "./payload.ts";
import {
  branchIn,
  eventReader,
  knownIn,
  MOST_LABELS,
  MOST_PULL_REQUESTS,
  mentionedPullRequests,
  pullRequestAddress,
  pushedCommits,
} from "./payload-parts.ts";

/** Reads the events of GitHub that say something of decisions. */
export const readGithub = eventReader(
  "github",
  {
    pull_request: readPullRequest,
    check_suite: (payload) => readChecks(payload.part("check_suite"), payload),
    workflow_run: (payload) => readChecks(payload.part("workflow_run"), payload),
    push: readPush,
    deployment_status: readDeployment,
    issues: readIssue,
  },
  repositoryOf,
);

function repositoryOf(payload: Part): ForgeRepository {
  const repository = payload.part("repository");
  const addresses = ["clone_url", "ssh_url", "html_url", "git_url"].map((name) => repository.text(name));
  return {
    name: repository.text("full_name") ?? "",
    addresses: addresses.filter((address) => address !== undefined),
    page: repository.address("html_url"),
  };
}

function readPullRequest(payload: Part): PullRequestFact | undefined {
  const pull = payload.part("pull_request");
  const state = pullRequestState(payload.text("action"), pull.isTrue("merged"));
  const [number, address] = [pull.number("number"), pull.address("html_url")];
  if (state === undefined || number === undefined || address === undefined) return undefined;
  const [head, base] = [pull.part("head"), pull.part("base")];
  const isOwn = head.part("repo").number("id") === base.part("repo").number("id");
  return {
    what: "pull_request",
    key: `github:pull_request:${address}:${state}`,
    at: pull.time(state === "merged" ? "merged_at" : state === "closed" ? "closed_at" : "created_at"),
    state,
    number,
    address,
    title: pull.text("title") ?? "",
    body: pull.prose("body") ?? "",
    ...(isOwn && { branch: head.text("ref") }),
    head: head.commit("sha"),
    // Before the merge it is a commit that GitHub made to see whether it would work.
    ...(state === "merged" && { mergeCommit: pull.commit("merge_commit_sha") }),
  };
}

function pullRequestState(action: string | undefined, merged: boolean): PullRequestFact["state"] | undefined {
  if (action === "opened" || action === "reopened") return action;
  if (action === "closed") return merged ? "merged" : "closed";
  return undefined;
}

const PASSED = new Set(["success"]);
const FAILED = new Set(["failure", "timed_out", "startup_failure"]);

/** A workflow run has a suite of checks of its own, and both are reported: they are the same thing. */
function readChecks(run: Part, payload: Part): ChecksFact | undefined {
  const conclusion = run.text("conclusion") ?? "";
  const commit = run.commit("head_sha");
  const suite = run.number("check_suite_id") ?? run.number("id");
  if (payload.text("action") !== "completed" || commit === undefined || suite === undefined) return undefined;
  if (!PASSED.has(conclusion) && !FAILED.has(conclusion)) return undefined;
  const passed = PASSED.has(conclusion);
  const repository = payload.part("repository").address("html_url");
  return {
    what: "checks",
    key: `github:checks:${repository ?? ""}:${suite}:${passed ? "passed" : "failed"}`,
    at: run.time("updated_at"),
    passed,
    name: run.text("name") ?? run.part("app").text("name"),
    address: run.address("html_url"),
    commit,
    branch: isOfFork(run) ? undefined : run.text("head_branch"),
    // Only numbers and addresses for programs are given, and pull requests of other repositories are among them.
    pullRequests: run.parts("pull_requests", MOST_PULL_REQUESTS).flatMap((pull) => {
      const number = pull.number("number");
      const base = pull.part("base").part("repo").number("id");
      const isOurs = base === undefined || base === payload.part("repository").number("id");
      return number === undefined || repository === undefined || !isOurs
        ? []
        : [pullRequestAddress("github", repository, number)];
    }),
  };
}

function isOfFork(run: Part): boolean {
  const head = run.part("head_repository").number("id");
  return head !== undefined && head !== run.part("repository").number("id");
}

function readPush(payload: Part): PushFact | undefined {
  const branch = branchIn(payload.text("ref"));
  const after = payload.commit("after");
  if (branch === undefined || after === undefined || payload.isTrue("deleted")) return undefined;
  const repository = payload.part("repository");
  return {
    what: "push",
    key: `github:push:${repository.address("html_url") ?? ""}:${after}`,
    at: payload.part("head_commit").time("timestamp"),
    branch,
    isDefault: branch === repository.text("default_branch"),
    commits: pushedCommits(payload),
  };
}

function readDeployment(payload: Part): DeploymentFact | undefined {
  const [status, deployment] = [payload.part("deployment_status"), payload.part("deployment")];
  const state = status.text("state");
  const commit = deployment.commit("sha");
  const id = deployment.number("id");
  if (commit === undefined || id === undefined) return undefined;
  if (state !== "success" && state !== "failure" && state !== "error") return undefined;
  const succeeded = state === "success";
  const repository = payload.part("repository").address("html_url") ?? "";
  return {
    what: "deployment",
    key: `github:deployment:${repository}:${id}:${succeeded ? "succeeded" : "failed"}`,
    at: status.time("updated_at") ?? status.time("created_at"),
    succeeded,
    environment: status.text("environment") ?? deployment.text("environment") ?? "",
    commit,
    // It may also be a tag or a commit, which a deployment can be made of.
    branch: deployment.text("ref") === commit ? undefined : deployment.text("ref"),
    address: status.address("log_url") ?? status.address("target_url") ?? status.address("environment_url"),
  };
}

const ISSUE_STATES: Readonly<Record<string, IssueFact["state"]>> = {
  opened: "opened",
  reopened: "opened",
  edited: "opened",
  labeled: "labelled",
  closed: "closed",
};

function readIssue(payload: Part): IssueFact | undefined {
  const issue = payload.part("issue");
  const state = knownIn(ISSUE_STATES, payload.text("action"));
  const [number, address] = [issue.number("number"), issue.address("html_url")];
  if (state === undefined || number === undefined || address === undefined) return undefined;
  const labels = issue.parts("labels", MOST_LABELS).map((label) => label.text("name") ?? "");
  const body = issue.prose("body") ?? "";
  const page = payload.part("repository").address("html_url");
  return {
    what: "issue",
    key: `github:issue:${address}`,
    at: issue.time("updated_at"),
    state,
    number,
    address,
    title: issue.text("title") ?? "",
    body,
    pullRequests: mentionedPullRequests("github", page, body),
    labels,
    isIncident: labels.some(isIncidentLabel),
  };
}
