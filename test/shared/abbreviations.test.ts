import { describe, expect, it } from "vitest";
import { abbreviationsIn, withAbbreviations } from "../../src/shared/words/abbreviations.ts";
import { textQuery } from "../../src/shared/words/search-text.ts";

describe("the abbreviations that a text spells out", () => {
  it.each([
    ["Kubernetes (K8s) runs all services", "k8s", "kubernetes"],
    ["ADR (architecture decision record) files stay in git", "adr", "architecture decision record"],
    ["We write an architecture decision record (ADR) each time", "adr", "architecture decision record"],
    ["Architecture decision records (ADRs) stay in git", "adr", "architecture decision records"],
    ["Two-factor authentication (2FA) for staff", "2fa", "two factor authentication"],
    ["All keys have a TTL (time to live, in seconds)", "ttl", "time to live"],
    ["Our SLO (short for service level objective)", "slo", "service level objective"],
    ["Role-based access control (RBAC)", "rbac", "role based access control"],
    ["IaC (infrastructure as code) only", "iac", "infrastructure as code"],
    ["Internationalization (i18n) comes later", "i18n", "internationalization"],
  ])("%s", (text, short, long) => {
    expect(abbreviationsIn(text)).toEqual([{ short, long }]);
  });

  it.each([
    "We use Redis (AWS) here",
    "Deploy with care (see RFC)",
    "Stripe (EU) is used",
    "Use JWT (RS256) tokens",
    "We keep files (PDF) there",
    "Kubernetes. (K8s) elsewhere",
    "Retry (three times)",
    "K9s (Kubernetes)",
    "쿠버네티스(K8s)",
    "an empty () pair",
  ])("none in: %s", (text) => {
    expect(abbreviationsIn(text)).toEqual([]);
  });
});

describe("a query with an abbreviation", () => {
  const known = [
    { short: "adr", long: "architecture decision record" },
    { short: "k8s", long: "kubernetes" },
  ];
  const added = (query: string): string[] => {
    const plain = textQuery(query);
    return withAbbreviations(plain, known).terms.filter((term) => !plain.terms.includes(term));
  };

  it.each([
    ["ADR template", ["architecture decision record"]],
    ["where do ADRs go", ["architecture decision record"]],
    ["architecture decision records in git", ["adr"]],
    ["Kubernetes ingress", ["k8s"]],
    ["a record of each decision about architecture", []],
    ["ingress", []],
    ['"ADR"', []],
  ])("%s also searches for %j", (query, expected) => {
    expect(added(query)).toEqual(expected);
  });
});
