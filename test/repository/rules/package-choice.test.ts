import { describe, expect, it } from "vitest";
import {
  choosesPackage,
  lostPackages,
  rulesOutPackage,
} from "../../../src/repository/rules/package-choice.ts";
import { decision } from "../../support/decisions.ts";

const stated = (statement: string, ...alternatives: string[]) => ({ statement, alternatives });

describe("a package is chosen", () => {
  it.each([
    ["Keep sessions in Redis", "redis"],
    ["Use date-fns for dates", "date-fns"],
    ["Validate requests with NextAuth", "next-auth"],
    ["Build the API on NestJS", "@nestjs/core"],
    ["Limit calls with @fastify/rate-limit", "@fastify/rate-limit"],
    ["Serve it with gin", "github.com/gin-gonic/gin"],
    ["Talk to it with go-redis", "github.com/redis/go-redis/v9"],
    ["Format dates with moment", "moment"],
    ["Fetch pages with `got`", "got"],
    ["Serve the screens over GraphQL with mercurius", "mercurius"],
    ["Replace moment with luxon", "luxon"],
    ["Use Redis instead of Memcached for sessions", "redis"],
  ])("by %j: %s", (statement, name) => expect(choosesPackage(stated(statement), name)).toBe(true));

  it.each([
    ["Cache every request for an hour", "request"],
    ["Load the next page early", "next"],
    ["Keep sessions in Redis", "ioredis-mock"],
    ["Replace moment with luxon", "moment"],
    ["Drop lodash and use what the language has", "lodash"],
    ["Use Redis instead of Memcached for sessions", "memcached"],
    ["Move the queue from Bull to Postgres", "bull"],
    ["Redistribute the load", "redis"],
    ["Write a client for the core", "@nestjs/core"],
  ])("not by %j: %s", (statement, name) => expect(choosesPackage(stated(statement), name)).toBe(false));

  it("not if it is also an alternative", () => {
    expect(choosesPackage(stated("Cache with Redis or alike", "Redis"), "redis")).toBe(false);
  });
});

describe("a package is ruled out", () => {
  it("as an alternative, or by the statement", () => {
    expect(rulesOutPackage(stated("Use PostgreSQL", "MongoDB"), "mongodb")).toBe(true);
    expect(rulesOutPackage(stated("Use Luxon rather than moment for dates"), "moment")).toBe(true);
    expect(rulesOutPackage(stated("Replace moment with luxon"), "moment")).toBe(true);
  });

  it("not by a long alternative that mentions it", () => {
    const long = "Keep everything as it is, with Redis for the sessions, and wait until the load grows";
    expect(rulesOutPackage(stated("Use PostgreSQL", long), "redis")).toBe(false);
  });
});

describe("a chosen package that was taken out", () => {
  const day = (n: number): Date => new Date(Date.UTC(2026, 2, n));
  const made = decision({ statement: "Keep sessions in Redis", createdAt: day(5) });

  it("counts once, and only after the decision", () => {
    const lost = [
      { name: "redis", at: day(9) },
      { name: "redis", at: day(8) },
      { name: "redis", at: day(4) },
      { name: "pg", at: day(9) },
    ];
    expect(lostPackages(made, lost)).toEqual([{ name: "redis", at: day(9) }]);
    expect(lostPackages(made, lost.slice(2))).toEqual([]);
  });
});
