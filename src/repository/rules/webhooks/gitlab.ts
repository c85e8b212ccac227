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
  mentionedPullRequests,
  pushedCommits,
} from "./payload-parts.ts";

/** Reads the events of GitLab that say something of decisions. Confidential issues have another event, which is not read. */
export const readGitlab = eventReader(
  "gitlab",
  {
    "Merge Request Hook": readMergeRequest,
    "Pipeline Hook": readPipeline,
    "Push Hook": readPush,
    "Deployment Hook": readDeployment,
    "Issue Hook": readIssue,
  },
  repositoryOf,
);

function repositoryOf(payload: Part): ForgeRepository {
  const project = payload.part("project");
  const names = ["git_http_url", "git_ssh_url", "web_url", "http_url", "ssh_url"];
  return {
    name: project.text("path_with_namespace") ?? "",
    addresses: names.map((name) => project.text(name)).filter((address) => address !== undefined),
    page: project.address("web_url"),
  };
}

const MERGE_REQUEST_STATES: Readonly<Record<string, PullRequestFact["state"]>> = {
  open: "opened",
  reopen: "reopened",
  merge: "merged",
  close: "closed",
};

function readMergeRequest(payload: Part): PullRequestFact | undefined {
  const request = payload.part("object_attributes");
  const state = knownIn(MERGE_REQUEST_STATES, request.text("action"));
  const [number, address] = [request.number("iid"), request.address("url")];
  if (state === undefined || number === undefined || address === undefined) return undefined;
  const isOwn = request.number("source_project_id") === request.number("target_project_id");
  const head = request.part("last_commit").commit("id");
  // A fast-forward has no commit of its own: the last of the branch is then what was merged.
  const mergeCommit = request.commit("merge_commit_sha") ?? request.commit("squash_commit_sha") ?? head;
  return {
    what: "pull_request",
    key: `gitlab:pull_request:${address}:${state}`,
    at: request.time(state === "opened" ? "created_at" : "updated_at"),
    state,
    number,
    address,
    title: request.text("title") ?? "",
    body: request.prose("description") ?? "",
    ...(isOwn && { branch: request.text("source_branch") }),
    head,
    ...(state === "merged" && { mergeCommit }),
  };
}

function readPipeline(payload: Part): ChecksFact | undefined {
  const pipeline = payload.part("object_attributes");
  const status = pipeline.text("status");
  const [id, commit] = [pipeline.number("id"), pipeline.commit("sha")];
  if ((status !== "success" && status !== "failed") || id === undefined || commit === undefined)
    return undefined;
  const passed = status === "success";
  const project = payload.part("project").address("web_url");
  const request = payload.part("merge_request");
  const isOwn = request.number("source_project_id") === request.number("target_project_id");
  const address = request.address("url");
  return {
    what: "checks",
    key: `gitlab:checks:${project ?? ""}:${id}:${status}`,
    at: pipeline.time("finished_at"),
    passed,
    name: pipeline.text("name"),
    address: pipeline.address("url") ?? (project === undefined ? undefined : `${project}/-/pipelines/${id}`),
    commit,
    branch:
      pipeline.isTrue("tag") || !isOwn ? undefined : (request.text("source_branch") ?? pipeline.text("ref")),
    pullRequests: address === undefined ? [] : [address],
  };
}

function readPush(payload: Part): PushFact | undefined {
  const branch = branchIn(payload.text("ref"));
  const after = payload.commit("after");
  const project = payload.part("project");
  if (branch === undefined || after === undefined) return undefined;
  const commits = pushedCommits(payload);
  return {
    what: "push",
    key: `gitlab:push:${project.address("web_url") ?? ""}:${after}`,
    at: commits.at(-1)?.at,
    branch,
    isDefault: branch === project.text("default_branch"),
    commits,
  };
}

const COMMIT_IN_ADDRESS = /\/commit\/([0-9a-f]{40}|[0-9a-f]{64})$/;

function readDeployment(payload: Part): DeploymentFact | undefined {
  const status = payload.text("status");
  const id = payload.number("deployment_id");
  // The commit itself is given in short; its address has it whole.
  const [, commit] = COMMIT_IN_ADDRESS.exec(payload.address("commit_url") ?? "") ?? [];
  if ((status !== "success" && status !== "failed") || id === undefined || commit === undefined)
    return undefined;
  const project = payload.part("project").address("web_url") ?? "";
  return {
    what: "deployment",
    key: `gitlab:deployment:${project}:${id}:${status === "success" ? "succeeded" : "failed"}`,
    at: payload.time("status_changed_at"),
    succeeded: status === "success",
    environment: payload.text("environment") ?? "",
    commit,
    branch: payload.text("ref"),
    address: payload.address("deployable_url") ?? payload.address("environment_external_url"),
  };
}

const ISSUE_STATES: Readonly<Record<string, IssueFact["state"]>> = {
  open: "opened",
  reopen: "opened",
  update: "labelled",
  close: "closed",
};

function readIssue(payload: Part): IssueFact | undefined {
  const issue = payload.part("object_attributes");
  const state = knownIn(ISSUE_STATES, issue.text("action"));
  const [number, address] = [issue.number("iid"), issue.address("url")];
  if (state === undefined || number === undefined || address === undefined) return undefined;
  if (issue.isTrue("confidential")) return undefined;
  const labels = payload.parts("labels", MOST_LABELS).map((label) => label.text("title") ?? "");
  const body = issue.prose("description") ?? "";
  const page = payload.part("project").address("web_url");
  return {
    what: "issue",
    key: `gitlab:issue:${address}`,
    at: issue.time("updated_at"),
    state,
    number,
    address,
    title: issue.text("title") ?? "",
    body,
    pullRequests: mentionedPullRequests("gitlab", page, body),
    labels,
    isIncident: issue.text("type")?.toLowerCase() === "incident" || labels.some(isIncidentLabel),
  };
}
