import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pageOf } from "../../../src/repository/rules/webhooks/clues.ts";
import { isDeliveryId, isSignedWith, isToken } from "../../../src/repository/rules/webhooks/delivery.ts";
import { isIncidentLabel } from "../../../src/repository/rules/webhooks/forge-event.ts";
import { readGithub } from "../../../src/repository/rules/webhooks/github.ts";
import { readGitlab } from "../../../src/repository/rules/webhooks/gitlab.ts";
import { payloadOf } from "../../../src/repository/rules/webhooks/payload.ts";
import { mentionedPullRequests } from "../../../src/repository/rules/webhooks/payload-parts.ts";
import { github, gitlab, sha } from "../../support/webhooks.ts";

const readPart = (value: unknown) => payloadOf(value) ?? expect.fail("no object");

describe("who sent it", () => {
  const body = Buffer.from('{"a":1}');
  const signature = `sha256=${createHmac("sha256", "secret").update(body).digest("hex")}`;

  it("is shown by the signature of exactly these bytes, or by the token", () => {
    expect(isSignedWith("secret", signature, body)).toBe(true);
    expect(isSignedWith("secret", signature.toUpperCase().replace("SHA", "sha"), body)).toBe(true);
    expect(isSignedWith("secret", signature, Buffer.from('{"a": 1}'))).toBe(false);
    expect(isSignedWith("other", signature, body)).toBe(false);
    expect([isToken("secret", "secret"), isToken("secret", "secre"), isToken("secret", null)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is compared in constant time", () => {
    for (const compare of [isSignedWith, isToken]) {
      expect(String(compare)).toContain("timingSafeEqual");
      expect(String(compare)).not.toMatch(
        /(?:hex|header|secret|given|expected)\s*[!=]==?\s*(?:hex|header|secret|given|expected)\b(?!\.length)/,
      );
    }
  });

  it.each([
    ["72d3162e-cc78-11e3-81ab-4c9367dc0958", true],
    ["a b", false],
    ["", false],
    ["é", false],
    ["x".repeat(101), false],
    [null, false],
  ])("the id %j of a delivery: %s", (id, expected) => {
    expect(isDeliveryId(id)).toBe(expected);
  });
});

describe("what is read of a payload", () => {
  it("is what has the expected form, and nothing that an object inherits", () => {
    const part = readPart({
      n: -1,
      half: 1.5,
      t: 3,
      list: ["a", 1, null, "b"],
      sub: [],
      commit: sha("0"),
      on: "true",
    });
    expect([part.number("n"), part.number("half"), part.text("t"), part.commit("commit")]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(part.texts("list", 3)).toEqual(["a"]);
    expect(part.part("sub").text("length")).toBeUndefined();
    expect([part.text("constructor"), part.part("__proto__").text("x"), part.isTrue("on")]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it("is an address on the web only", () => {
    const address = (text: string) => readPart({ a: text }).address("a");
    expect(address("https://github.com/acme/shop/pull/1")).toBe("https://github.com/acme/shop/pull/1");
    for (const other of [
      "javascript:alert(1)",
      "file:///etc/passwd",
      "https://a b",
      "https://x\u202e.example",
      "/pull/1",
    ])
      expect(address(other), other).toBeUndefined();
  });

  it("is a time in each form that the services use", () => {
    const time = (at: unknown) => readPart({ at }).time("at")?.toISOString();
    for (const at of [
      "2026-02-25T10:00:08Z",
      "2026-02-25T11:00:08+01:00",
      "2026-02-25 10:00:08 UTC",
      1772013608,
    ])
      expect(time(at), String(at)).toBe("2026-02-25T10:00:08.000Z");
    for (const at of ["soon", "", {}, 1e300, null]) expect(time(at), String(at)).toBeUndefined();
  });

  it("of a fork has no branch", () => {
    const head = { ref: "main-of-fork", sha: sha("a"), repo: { id: 8 } };
    const { fact } = readGithub("pull_request", readPart(github.pullRequest("opened", { head }))) ?? {};
    expect(fact).toMatchObject({ head: sha("a") });
    expect(fact).not.toHaveProperty("branch");
    const forked = gitlab.mergeRequest("open", { source_project_id: 4 });
    expect(readGitlab("Merge Request Hook", readPart(forked))?.fact).not.toHaveProperty("branch");
  });

  it("of a merge request that was fast-forwarded is its last commit", () => {
    const forwarded = gitlab.mergeRequest("merge", { merge_commit_sha: null });
    expect(readGitlab("Merge Request Hook", readPart(forwarded))?.fact).toMatchObject({
      mergeCommit: sha("a"),
    });
  });

  it("of a confidential issue is nothing", () => {
    const issue = {
      object_attributes: {
        iid: 1,
        url: "https://gitlab.example/a/b/-/issues/1",
        action: "open",
        confidential: true,
      },
    };
    expect(readGitlab("Issue Hook", readPart(issue))?.fact).toBeUndefined();
    expect(readGitlab("Confidential Issue Hook", readPart(issue))).toBeUndefined();
  });
});

describe("pull requests", () => {
  const page = "https://github.com/acme/shop";

  it.each([
    [`${page}/pull/12`, true],
    [`${page}/pull/12/files#diff-1`, true],
    ["https://github.com/ACME/Shop/pull/12?x=1", true],
    [`${page}/pull/123`, false],
    ["https://github.com/acme/other/pull/12", false],
    ["#12", false],
  ])("%s is the one with the number 12: %s", (linked, expected) => {
    expect(pageOf(linked) === pageOf(`${page}/pull/12`)).toBe(expected);
  });

  it("of GitLab have two addresses", () => {
    const address = "https://gitlab.example/acme/shop/-/merge_requests/3";
    expect(pageOf("https://gitlab.example/acme/shop/merge_requests/3/diffs")).toBe(pageOf(address));
  });

  it("are mentioned by address and by number, and those of other repositories are not", () => {
    const text = `#1, (#2) and ${page}/pull/3. Not other/repo#4, &#5; or a#6`;
    expect(mentionedPullRequests("github", page, text)).toEqual([
      `${page}/pull/3`,
      `${page}/pull/1`,
      `${page}/pull/2`,
    ]);
  });
});

it.each([
  ["incident", true],
  ["Type: Incident", true],
  ["severity::sev1", true],
  ["post-mortem", true],
  ["bug", false],
  ["no incident", false],
])("the label %j marks an incident: %s", (label, expected) => {
  expect(isIncidentLabel(label)).toBe(expected);
});
