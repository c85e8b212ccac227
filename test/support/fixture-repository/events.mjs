import { linesOf } from "./code.mjs";
import {
  addLine,
  changeNumber,
  dropFunctions,
  moveFolder,
  moveToEnd,
  rewriteFile,
  rewriteFunction,
} from "./edits.mjs";
import { insertInto } from "./history.mjs";

const step = (at, message, ops, more = {}) => ({
  at,
  run(told) {
    const files = told.history.files(more.branch);
    const text = typeof message === "string" ? message : message(told);
    const commit = told.history.commit({ at, message: text, ops: ops(files, told).flat(), ...more });
    if (more.name) told.named.set(more.name, commit);
    for (const path of more.rewrites ?? []) {
      told.history.rewritten.set(files.get(path).id, told.history.commits.length - 1);
    }
  },
});

const reverting = (at, name, message) => ({
  at,
  run({ history, named }) {
    const target = named.get(name);
    history.commit({ at, message: message(target), ops: target.undo, who: "Maintainer" });
  },
});

const bySha = ({ subject, sha }) => `Revert "${subject}"\n\nThis reverts commit ${sha}.`;
const bySubject = ({ subject }) => `Revert "${subject}"\n\nThe totals were wrong.`;
const shaOf = (told, key) => told.records.get(key).landed.sha;
const rename = (path, to) => ({ kind: "rename", path, to });

/** Moves, renames, splits, rewrites and removals. */
const SHAPES = [
  step("2025-09-25T10:00:00Z", "Name the order export after its format", () => [
    rename("src/orders/export.ts", "src/orders/csv-export.ts"),
  ]),
  step("2025-10-20T10:00:00Z", "Split the address book off the customers", (files) => {
    const path = "src/customers/repository.ts";
    const { text } = files.get(path);
    const symbols = ["addressesOf", "defaultAddress"];
    const moved = symbols.flatMap((symbol) => ["", ...linesOf(text, symbol).lines]);
    const lines = [...text.split("\n").slice(0, 2), "", "const ENTRIES_AT_ONCE = 40;", ...moved];
    return [
      dropFunctions(files, path, symbols),
      { kind: "create", path: "src/customers/address-book.ts", text: `${lines.join("\n")}\n` },
    ];
  }),
  step("2025-11-06T10:00:00Z", "Put rounding below what uses it", (files) => [
    moveToEnd(files, "src/orders/totals.ts", "roundTotals"),
  ]),
  step("2025-11-24T10:00:00Z", "Move src/lib to src/shared", (files) => [
    moveFolder(files, "src/lib/", "src/shared/"),
  ]),
  step(
    "2025-12-15T10:00:00Z",
    "Rewrite payment retries as a table of states",
    () => [
      rewriteFile("src/payments/retries.ts", [
        "nextDelay",
        "stateOf",
        "advanceState",
        "stateTable",
        "overdue",
      ]),
    ],
    { rewrites: ["src/payments/retries.ts"] },
  ),
  step("2026-01-12T14:00:00Z", "Call webhooks callbacks, as the provider does", (files, { random }) => [
    changeNumber(files, "src/routes/webhooks.ts", random),
    rename("src/routes/webhooks.ts", "src/routes/callbacks.ts"),
  ]),
  step("2026-01-15T10:00:00Z", "Put exports into a folder of their own", () => [
    rename("src/orders/csv-export.ts", "src/exports/orders.ts"),
  ]),
  step("2026-01-20T15:00:00Z", "Leave images to the image service", () => [
    { kind: "delete", path: "src/products/images.ts" },
    { kind: "package", remove: ["sharp"] },
  ]),
  step(
    "2026-02-05T14:00:00Z",
    "Rewrite the product search on the search server",
    () => [
      rewriteFile("src/products/search.ts", [
        "searchProducts",
        "indexProduct",
        "dropIndex",
        "refreshIndex",
        "indexNames",
      ]),
    ],
    { rewrites: ["src/products/search.ts"] },
  ),
  step("2026-02-09T10:00:00Z", "Remove the last feature flag and the flags", () => [
    { kind: "delete", path: "src/shared/flags.ts" },
  ]),
  step("2026-02-27T10:00:00Z", "Sessions are not renewed any more", (files) => [
    dropFunctions(files, "src/customers/sessions.ts", ["renewSession"]),
  ]),
  step("2026-03-03T10:00:00Z", "Reserve stock through the warehouse", (files) => [
    rewriteFunction(files, "src/routes/checkout.ts", "reserveStock"),
  ]),
];

const FOLDER_BRANCH = "workers-folder";
const FOLDER_MERGE = [
  { at: "2026-02-24T10:00:00Z", run: ({ history }) => history.startBranch(FOLDER_BRANCH) },
  step(
    "2026-02-24T11:00:00Z",
    "Move src/jobs to src/workers",
    (files) => [moveFolder(files, "src/jobs/", "src/workers/")],
    {
      branch: FOLDER_BRANCH,
    },
  ),
  {
    at: "2026-02-25T10:00:00Z",
    run({ history }) {
      const message = `Merge pull request #${history.nextPullRequest()} from acme/${FOLDER_BRANCH}\n\nMove src/jobs to src/workers`;
      history.merge({ at: "2026-02-25T10:00:00Z", message, branch: FOLDER_BRANCH });
    },
  },
];

const number =
  (path) =>
  (files, { random, pathNow }) => [changeNumber(files, pathNow(path), random)];

/** Reverts that concern no decision, and texts that only talk about reverting. */
const REVERTS = [
  step("2025-07-30T10:00:00Z", "Page the order list export by keyset", number("src/orders/export.ts"), {
    name: "export-keyset",
  }),
  reverting("2025-08-05T16:00:00Z", "export-keyset", bySubject),
  step("2025-09-02T10:00:00Z", "Sort categories by name", number("src/products/repository.ts"), {
    name: "sort-categories",
  }),
  reverting("2025-09-03T16:00:00Z", "sort-categories", bySha),
  step("2025-10-09T10:00:00Z", "docs: how to revert a release", (files) => [
    addLine(
      files,
      "docs/deploy.md",
      "- To revert a release, deploy the one before it. Do not revert commits.",
    ),
  ]),
  step("2025-11-27T10:00:00Z", "Revert to the old wording in the API guide", (files) => [
    addLine(files, "docs/api.md", "`GET /products` lists products."),
  ]),
  step(
    "2025-12-10T15:00:00Z",
    (told) =>
      `fix: count the refund window from the payment\n\nNot reverting commit ${shaOf(told, "refund-window")}: the rule is right, only the day was wrong.`,
    number("src/payments/refunds.ts"),
  ),
  step(
    "2026-01-14T10:00:00Z",
    "Add a statement timeout",
    (files) => [
      insertInto(files, "src/jobs/reports.ts", "dailyReport", [
        '  await report.client.query("set local statement_timeout = 60000");',
      ]),
    ],
    { name: "report-timeout" },
  ),
  reverting("2026-01-27T10:00:00Z", "report-timeout", bySha),
  step("2026-02-13T10:00:00Z", "Preview mails on the dashboard", number("src/routes/health.ts"), {
    name: "mail-preview",
  }),
  step("2026-02-23T10:00:00Z", "docs: what we learned from the reverted mail templates", (files) => [
    addLine(files, "docs/runbook.md", "- Look at a mail in three mail programs before it is released."),
  ]),
];

const TRY_BRANCH = "try/stop-at-once";
const UNMERGED_REVERT = [
  { at: "2026-01-28T09:00:00Z", run: ({ history }) => history.startBranch(TRY_BRANCH) },
  {
    at: "2026-01-28T10:00:00Z",
    run({ history, records }) {
      const target = records.get("graceful-stop").landed;
      history.commit({
        at: "2026-01-28T10:00:00Z",
        message: bySha(target),
        ops: target.undo,
        branch: TRY_BRANCH,
      });
    },
  },
];

const pack =
  (add, remove = []) =>
  () => [{ kind: "package", add, remove }];
const PACKAGES = [
  step("2025-09-05T15:00:00Z", "Run the cleanup by the clock", pack({ "node-cron": "^3.0.0" })),
  step("2025-10-29T10:00:00Z", "The cluster runs the cleanup", pack({}, ["node-cron"])),
  step("2025-12-19T10:00:00Z", "Read mails of the support address", pack({ imapflow: "^1.0.0" })),
  step("2026-02-12T16:00:00Z", "Read the environment without a package", pack({}, ["dotenv"])),
  step("2026-02-18T10:00:00Z", "Read .env files in development again", pack({ dotenv: "^16.6.0" })),
  step("2026-03-05T10:00:00Z", "The support address is read elsewhere", pack({}, ["imapflow"])),
];

export const EVENTS = [...SHAPES, ...FOLDER_MERGE, ...REVERTS, ...UNMERGED_REVERT, ...PACKAGES];
