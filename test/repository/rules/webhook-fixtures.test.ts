import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { normaliseOrigin } from "../../../src/access/rules/project.ts";
import { prNumber } from "../../../src/repository/rules/commit-subjects.ts";
import { namedReverts } from "../../../src/repository/rules/reverts.ts";
import type { ForgeEvent, ForgeFact } from "../../../src/repository/rules/webhooks/forge-event.ts";
import { readGithub } from "../../../src/repository/rules/webhooks/github.ts";
import { readGitlab } from "../../../src/repository/rules/webhooks/gitlab.ts";
import { payloadOf } from "../../../src/repository/rules/webhooks/payload.ts";

interface Fixture {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly says: "nothing" | Readonly<Record<string, unknown>>;
}

const FOLDER = fileURLToPath(new URL("../../fixtures/webhooks/", import.meta.url));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const OURS = ["github.com/acme/shop", "gitlab.example.com/acme/shop"];

const fixture = (name: string): Fixture => JSON.parse(readFileSync(`${FOLDER}${name}`, "utf8")) as Fixture;

function eventOf({ headers, body }: Fixture): ForgeEvent | undefined {
  const payload = payloadOf(body);
  const github = headers["X-GitHub-Event"];
  if (!payload) return undefined;
  return github === undefined
    ? readGitlab(headers["X-Gitlab-Event"] ?? "", payload)
    : readGithub(github, payload);
}

/** What was read, in the words of the fixtures. */
function said(event: ForgeEvent | undefined): Fixture["says"] {
  if (!event?.fact) return "nothing";
  const { name, addresses } = event.repository;
  const isOurs = addresses.some((address) => OURS.includes(normaliseOrigin(address) ?? ""));
  return isOurs ? { repository: name, ...saidBy(event.fact) } : "nothing";
}

const numbers = (addresses: readonly string[]): (number | undefined)[] => addresses.map(prNumber);

function saidBy(fact: ForgeFact): Readonly<Record<string, unknown>> {
  const at = fact.at?.toISOString().replace(".000Z", "Z");
  switch (fact.what) {
    case "pull_request": {
      const [reverted] = namedReverts({ subject: fact.title, body: fact.body }).prs;
      return {
        kind: "pull request",
        state: fact.state === "closed" ? "closed without merging" : fact.state,
        pr: fact.number,
        ...(fact.mergeCommit !== undefined && { commit: fact.mergeCommit }),
        ...((fact.state === "merged" || fact.state === "closed") && { at }),
        ...(reverted !== undefined && { reverts: { pr: reverted } }),
      };
    }
    case "checks":
      return { kind: "checks", passed: fact.passed, commit: fact.commit, prs: numbers(fact.pullRequests) };
    case "push":
      return {
        kind: "push",
        branch: fact.branch,
        commits: fact.commits.map(({ id }) => id),
        reverts: fact.commits.flatMap(({ id, message }) => {
          const [subject = "", ...lines] = message.split("\n");
          const { commits, prs } = namedReverts({ subject, body: lines.join("\n").trim() });
          return [...commits.map((commit) => ({ by: id, commit })), ...prs.map((pr) => ({ by: id, pr }))];
        }),
      };
    case "deployment":
      return {
        kind: "deployment",
        passed: fact.succeeded,
        commit: fact.commit,
        environment: fact.environment,
      };
    case "issue":
      return {
        kind: "issue",
        state: fact.state,
        issue: fact.number,
        bug: fact.labels.includes("bug"),
        prs: numbers(fact.pullRequests),
        ...(fact.state === "closed" && { at }),
      };
  }
}

describe("deliveries of our own writing", () => {
  it("are there in every shape", () => {
    expect(FILES.length).toBeGreaterThan(60);
  });

  it.each(FILES)("%s is read as it says", (name) => {
    const given = fixture(name);
    expect(said(eventOf(given))).toEqual(given.says);
  });

  it("change no prototype", () => {
    for (const name of FILES) eventOf(fixture(name));
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)["merged"]).toBeUndefined();
  });
});
