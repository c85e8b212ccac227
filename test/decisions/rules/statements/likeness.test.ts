import { describe, expect, it } from "vitest";
import { likenessOf } from "../../../../src/decisions/rules/statements/likeness.ts";

const stated = (statement: string) => ({ statement, alternatives: [] });

describe("two statements", () => {
  it.each([
    ["Invoices are due after 30 days", "Invoices are due after 14 days"],
    ["Use npm to install packages", "Use pnpm to install packages"],
    ["Cache the exchange rates for one hour", "Cache exchange rates for five minutes"],
    ["Feature flags live in LaunchDarkly", "Feature flags live in our own table"],
    ["Audit logs are kept for 30 days", "Audit logs are kept 90 days, the bank asks for it"],
  ])("differ in one place: %s / %s", (one, other) => {
    expect(likenessOf(stated(one), stated(other))).toBe("one place");
    expect(likenessOf(stated(other), stated(one))).toBe("one place");
  });

  it.each([
    ["Keep audit logs for seven years", "Keep debug logs for 14 days"],
    ["Store invoices in PostgreSQL", "Store sessions in Redis"],
    ["Use a queue for outgoing webhooks", "Do not use a queue for incoming webhooks"],
    ["For audit logs, keep seven years", "For debug logs, keep 14 days"],
    ["Keep logs for 30 days", "Keep logs for 30 days in production"],
    ["Keep logs for 30 days", "Keep logs for 30 days"],
  ])("do not differ in one place: %s / %s", (one, other) => {
    expect(likenessOf(stated(one), stated(other))).toBe("several places");
    expect(likenessOf(stated(other), stated(one))).toBe("several places");
  });

  it.each([
    ["Sessions expire after 30 minutes", "Keep people signed in for 12 hours"],
    ["", "Keep people signed in"],
  ])("have other words: %s / %s", (one, other) => {
    expect(likenessOf(stated(one), stated(other))).not.toBe("one place");
  });
});
