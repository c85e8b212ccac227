import { createHmac } from "node:crypto";
import type { Forge } from "../../src/repository/rules/webhooks/forge-event.ts";

export const WEBHOOK_SECRET = "a-secret-of-the-tests";
export const REPOSITORY = "https://github.com/acme/shop";
export const PROJECT = "github.com/acme/shop";
/** After the decisions of the tests, and before their clock. */
export const HAPPENED = "2026-02-11T08:00:00Z";

/** A commit that is known whole, made of one digit or letter. */
export const sha = (character: string): string => character.repeat(40);

type Fields = Readonly<Record<string, unknown>>;

const githubRepository = {
  id: 7,
  full_name: "acme/shop",
  html_url: REPOSITORY,
  clone_url: `${REPOSITORY}.git`,
  ssh_url: "git@github.com:acme/shop.git",
  default_branch: "main",
};

/** Payloads with as many fields as are read, and whatever a test gives instead. */
export const github = {
  pullRequest: (action: string, fields: Fields = {}): Fields => ({
    action,
    repository: githubRepository,
    pull_request: {
      number: 12,
      html_url: `${REPOSITORY}/pull/12`,
      title: "Keep orders in a table",
      body: null,
      merged: false,
      created_at: HAPPENED,
      head: { ref: "orders-table", sha: sha("a"), repo: { id: 7 } },
      base: { ref: "main", repo: { id: 7 } },
      ...fields,
    },
  }),
  merged: (fields: Fields = {}): Fields =>
    github.pullRequest("closed", {
      merged: true,
      merged_at: HAPPENED,
      merge_commit_sha: sha("b"),
      ...fields,
    }),
  checkSuite: (conclusion: string, fields: Fields = {}): Fields => ({
    action: "completed",
    repository: githubRepository,
    check_suite: {
      id: 501,
      head_sha: sha("b"),
      head_branch: "main",
      conclusion,
      updated_at: HAPPENED,
      pull_requests: [],
      app: { name: "Checks" },
      ...fields,
    },
  }),
  workflowRun: (conclusion: string, fields: Fields = {}): Fields => ({
    action: "completed",
    repository: githubRepository,
    workflow_run: {
      id: 9001,
      check_suite_id: 501,
      name: "Tests",
      html_url: `${REPOSITORY}/actions/runs/9001`,
      head_sha: sha("b"),
      head_branch: "main",
      conclusion,
      updated_at: HAPPENED,
      pull_requests: [],
      ...fields,
    },
  }),
  push: (commits: readonly Fields[], fields: Fields = {}): Fields => ({
    ref: "refs/heads/main",
    before: sha("0"),
    after: commits.at(-1)?.["id"] ?? sha("f"),
    repository: githubRepository,
    commits,
    ...fields,
  }),
  deployment: (state: string, fields: Fields = {}): Fields => ({
    action: "created",
    repository: githubRepository,
    deployment: { id: 31, sha: sha("b"), ref: "main", environment: "production" },
    deployment_status: { state, environment: "production", updated_at: HAPPENED, ...fields },
  }),
  issue: (action: string, fields: Fields = {}): Fields => ({
    action,
    repository: githubRepository,
    issue: {
      number: 44,
      html_url: `${REPOSITORY}/issues/44`,
      title: "Orders vanish",
      body: "",
      labels: [],
      updated_at: HAPPENED,
      ...fields,
    },
  }),
};

const gitlabProject = {
  id: 3,
  path_with_namespace: "acme/shop",
  web_url: "https://gitlab.example/acme/shop",
  git_http_url: "https://gitlab.example/acme/shop.git",
  git_ssh_url: "git@gitlab.example:acme/shop.git",
  default_branch: "main",
};

export const GITLAB_PROJECT = "gitlab.example/acme/shop";

export const gitlab = {
  mergeRequest: (action: string, fields: Fields = {}): Fields => ({
    object_kind: "merge_request",
    project: gitlabProject,
    object_attributes: {
      iid: 5,
      url: `${gitlabProject.web_url}/-/merge_requests/5`,
      title: "Keep orders in a table",
      description: "",
      action,
      source_branch: "orders-table",
      source_project_id: 3,
      target_project_id: 3,
      last_commit: { id: sha("a") },
      merge_commit_sha: action === "merge" ? sha("b") : null,
      created_at: "2026-02-11 08:00:00 UTC",
      updated_at: "2026-02-11 08:00:00 UTC",
      ...fields,
    },
  }),
  pipeline: (status: string, fields: Fields = {}): Fields => ({
    object_kind: "pipeline",
    project: gitlabProject,
    object_attributes: { id: 88, ref: "main", sha: sha("b"), status, tag: false, ...fields },
    merge_request: null,
  }),
};

export interface Sent {
  readonly delivery?: string | undefined;
  readonly secret?: string | undefined;
  readonly query?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

let deliveries = 0;

/** As the service sends it: the headers of its own, and the signature or the token. */
export function webhookHeaders(
  forge: Forge,
  event: string,
  body: string,
  { delivery = `delivery-${++deliveries}`, secret = WEBHOOK_SECRET, headers = {} }: Sent = {},
): Record<string, string> {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  const own: Record<string, string> =
    forge === "github"
      ? {
          "X-GitHub-Event": event,
          "X-GitHub-Delivery": delivery,
          "X-Hub-Signature-256": `sha256=${signature}`,
        }
      : { "X-Gitlab-Event": event, "X-Gitlab-Event-UUID": delivery, "X-Gitlab-Token": secret };
  return { "Content-Type": "application/json", ...own, ...headers };
}

/** Posts a payload as the service would. */
export async function deliver(
  url: string,
  forge: Forge,
  event: string,
  payload: unknown,
  sent: Sent = {},
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  const response = await fetch(`${url}/webhooks/${forge}${sent.query ?? ""}`, {
    method: "POST",
    headers: webhookHeaders(forge, event, body, sent),
    body,
  });
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}
