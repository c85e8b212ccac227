import { describe, expect, it } from "vitest";
import { choicesInCommit, revertedBy, ruledOutWay } from "../../../src/candidates/rules/commit-choices.ts";
import { readMessage, type ScreenedMessage } from "../../../src/candidates/rules/commit-message.ts";
import type { WholeCommit } from "../../../src/shared/ports.ts";
import { screened } from "../../support/decisions.ts";

const commit = (subject: string, body = "", ...paths: string[]): WholeCommit & ScreenedMessage => ({
  id: "0123456789abcdef0123456789abcdef01234567",
  parents: [],
  at: new Date("2025-03-01T12:00:00Z"),
  subject: screened(subject),
  body: screened(body),
  files: (paths.length > 0 ? paths : ["src/orders.ts"]).map((path) => ({ path, kind: "changed" })),
});
const statements = (...given: Parameters<typeof commit>): string[] =>
  choicesInCommit(commit(...given)).choices.map(({ statement }) => statement);

describe("Commits say what was decided", () => {
  it.each([
    ["Drop support for Node 18", "Drop support for Node 18"],
    ["feat!: require Node >= 20 (#41)", "Require Node >= 20"],
    ["Deprecate the v1 endpoints in favour of v2", "Deprecate the v1 endpoints in favour of v2"],
    [
      "Change the default timeout to 10 seconds instead of 30",
      "Change the default timeout to 10 seconds instead of 30",
    ],
    [
      "Store sessions in Redis instead of the process memory",
      "Store sessions in Redis instead of the process memory",
    ],
    ["Keep prices in cents because floats lost money in refunds", "Keep prices in cents"],
    ["Pull requests must be reviewed by two people", "Pull requests must be reviewed by two people"],
  ])("in the title: %s", (subject, statement) => {
    expect(statements(subject)).toEqual([statement]);
  });

  it("with the reason below the title", () => {
    const { choices } = choicesInCommit(
      commit("fix: pin the driver to 4.2", "because 4.3 needs a newer server than the one customers have"),
    );
    expect(choices).toMatchObject([
      {
        statement: "Pin the driver to 4.2",
        reasoning: "4.3 needs a newer server than the one customers have",
        quote: "pin the driver to 4.2\n\nbecause 4.3 needs a newer server than the one customers have",
      },
    ]);
  });

  it("with what was chosen against, and a purpose where the words give one", () => {
    expect(
      choicesInCommit(commit("Return a map instead of a list to improve lookups")).choices,
    ).toMatchObject([{ alternatives: ["a list"], reasoning: "to improve lookups" }]);
  });

  it("about what the program is built on, if that was changed with it", () => {
    expect(statements("Replace moment with date-fns", "", "package.json")).toEqual([
      "Replace moment with date-fns",
    ]);
    expect(statements("Use pino for logging", "", "package.json", "src/log.ts")).toEqual([
      "Use pino for logging",
    ]);
    expect(statements("Use pino for logging")).toEqual([]);
  });

  it("in the body, where somebody says that they chose", () => {
    expect(
      statements(
        "Write exports in the background (#12)",
        "* lint\n* more tests\n\nWe decided to write one file per month, because mail servers refuse larger ones.",
      ),
    ).toEqual(["Write one file per month"]);
  });

  it("as what breaks", () => {
    expect(
      statements(
        "feat: new export",
        "BREAKING CHANGE: dates are written in UTC instead of local time\n\nRefs: #7",
      ),
    ).toEqual(["Dates are written in UTC instead of local time"]);
  });
});

describe("Commits say nothing that was decided", () => {
  it.each([
    ["Fix the crash when the list is empty"],
    ["fix: use the right id instead of the index"],
    ["Bump lodash from 4.17.20 to 4.17.21"],
    ["build(deps): bump actions/checkout from 3 to 4"],
    ["chore(release): publish v2.0.0"],
    ["v3.1.0"],
    ["Merge branch 'main' into feature"],
    ["Update README"],
    ["Add tests for refunds"],
    ["docs: use tabs instead of spaces in the examples"],
    ["test: use fakes instead of mocks because they are faster"],
    ["Should we use Redis instead of Postgres?"],
    ["Maybe drop support for Node 18"],
    ["Disable the cache temporarily because it breaks the build"],
    ["Rename getUser to findUser instead of loadUser"],
    ["Remove unused imports"],
  ])("%s", (subject) => {
    expect(statements(subject)).toEqual([]);
  });

  it("in what only tests or documents changed", () => {
    const subject = "Use fakes in place of mocks because they are faster";
    expect(statements(subject, "", "test/orders.test.ts", "test/fixtures/a.json")).toEqual([]);
    expect(statements(subject, "", "docs/testing.md")).toEqual([]);
  });

  it("in trailers, and in the titles of squashed commits", () => {
    const body = [
      "* use Redis instead of Postgres because it is faster",
      "",
      "Co-authored-by: We decided to go with Redis <a@b.example>",
      "Signed-off-by: Somebody <a@b.example>",
    ].join("\n");
    expect(statements("Add sessions (#9)", body)).toEqual([]);
  });
});

describe("A message of a commit", () => {
  it("of a merged pull request is that of the pull request", () => {
    expect(
      readMessage("Merge pull request #12 from someone/drop", "Drop send promises\n\nNobody uses them."),
    ).toEqual({ title: "Drop send promises", body: "Nobody uses them.", pr: "#12", breaking: [] });
  });

  it("keeps the number of a squash, and leaves out type and closed issues", () => {
    expect(readMessage("feat(api): drop v1, fixes #3 (#14)", "")).toEqual({
      title: "drop v1",
      type: "feat",
      pr: "#14",
      body: "",
      breaking: [],
    });
  });
});

describe("A revert", () => {
  const REVERT = 'Revert "Cache prices for a day (#7)"';
  const BODY = "This reverts commit 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567.";

  it("that says why rules a way out", () => {
    const why = "Customers saw prices of yesterday, which broke two orders.";
    expect(ruledOutWay(commit(REVERT, `${BODY}\n\n${why}`))).toMatchObject({
      statement: "Ruled out by a revert: Cache prices for a day",
      alternatives: ["Cache prices for a day"],
      reasoning: why,
    });
  });

  it("that does not say why is nothing, and neither is that of a release", () => {
    expect(ruledOutWay(commit(REVERT, BODY))).toBeUndefined();
    expect(
      ruledOutWay(commit('Revert "chore(release): publish v1.0.0"', "because it failed on the server")),
    ).toBeUndefined();
  });

  it("names what it takes back", () => {
    expect(revertedBy(commit(REVERT, BODY))).toEqual({
      commits: ["0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"],
      subject: "Cache prices for a day (#7)",
    });
    expect(revertedBy(commit("Cache prices"))).toBeUndefined();
  });
});
