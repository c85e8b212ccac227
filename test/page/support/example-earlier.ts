import type { ExampleDecision } from "./example-decisions.ts";

type Known = NonNullable<ExampleDecision["outcome"]>;

const made = (
  ago: number,
  domain: string,
  confidence: number,
  statement: string,
  outcome: Known,
  more: Partial<ExampleDecision> = {},
): ExampleDecision => ({ ago, domain, confidence, statement, outcome, ...more });

/** The half-year before, in which the shop was begun: enough outcomes that confidence can be judged. */
export const EARLIER_DECISIONS: readonly ExampleDecision[] = [
  made(352, "backend", 0.8, "Write the shop in TypeScript on Node", [60, "success"], { person: "ana" }),
  made(349, "infra", 0.9, "Run everything on one rented machine", [
    75,
    "failure",
    "A failed disk took the shop down for a day.",
  ]),
  made(344, "database", 0.9, "Take the backup of the database by hand every Friday", [
    40,
    "failure",
    "Two Fridays were forgotten.",
  ]),
  made(338, "frontend", 0.85, "Draw product pages with a client-side framework", [
    90,
    "failure",
    "The first paint took four seconds.",
  ]),
  made(
    331,
    "payments",
    0.7,
    "Use one payment provider until there are a thousand orders a day",
    [80, "success"],
    { person: "ben" },
  ),
  made(325, "testing", 0.9, "Test by clicking through the shop before each release", [
    35,
    "failure",
    "Nobody clicked on the voucher field.",
  ]),
  made(320, "api", 0.6, "Answer errors of the API as problem details in JSON", [70, "success"]),
  made(314, "auth", 0.85, "Hash passwords with argon2id", [50, "success"]),
  made(309, "devops", 0.75, "Build images in CI and nowhere else", [45, "success"]),
  made(
    301,
    "database",
    0.85,
    "Back up the database every night and try a restore every month",
    [60, "success"],
    {
      replaces: "Take the backup of the database by hand every Friday",
    },
  ),
  made(296, "infra", 0.8, "Move to three machines behind a load balancer", [55, "success"], {
    replaces: "Run everything on one rented machine",
  }),
  made(290, "performance", 0.95, "Keep carts in memory to save a query", [
    12,
    "failure",
    "Every deploy emptied them.",
  ]),
  made(284, "backend", 0.7, "Keep carts in the database and read them by session", [40, "success"], {
    replaces: "Keep carts in memory to save a query",
  }),
  made(
    277,
    "product",
    0.6,
    "Ship for free above forty euros",
    [65, "success", "The average order rose by six euros."],
    { person: "ben" },
  ),
  made(270, "security", 0.8, "Ask for a second factor in the back office", [30, "success"], {
    person: "ana",
  }),
  made(263, "data", 0.9, "Count page views with a script of a third party", [
    48,
    "failure",
    "A third of the visitors blocks it.",
  ]),
  made(256, "data", 0.75, "Count page views on the server from the access log", [52, "success"], {
    replaces: "Count page views with a script of a third party",
  }),
  made(249, "testing", 0.7, "Run the unit tests on every push", [30, "success"]),
  made(243, "frontend", 0.55, "Use the design tokens of the brand agency as they are", [
    58,
    "partial",
    "The grey had too little contrast.",
  ]),
  made(236, "backend", 0.95, "Send order mails directly from the request", [
    20,
    "failure",
    "A slow mail server made checkout time out.",
  ]),
  made(229, "payments", 0.65, "Book refunds by hand until there is a form", [
    60,
    "partial",
    "It works, and costs an hour a day.",
  ]),
  made(222, "dependencies", 0.8, "Update dependencies only when something breaks", [
    70,
    "failure",
    "Three security fixes came late.",
  ]),
  made(215, "api", 0.75, "Limit requests of partners to ten a second", [44, "success"]),
  made(208, "devops", 0.6, "Keep logs for thirty days", [50, "success"]),
  made(201, "infra", 0.7, "Use Redis for what may be lost", [40, "success"]),
  made(194, "security", 0.85, "Scan images for known flaws in CI", [33, "success"]),
  made(
    187,
    "product",
    0.5,
    "Show reviews without asking for a purchase",
    [49, "failure", "Half of them were advertising."],
    { person: "ben" },
  ),
];
