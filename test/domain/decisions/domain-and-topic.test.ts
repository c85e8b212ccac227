import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  deriveTopic,
  detectDomain,
  GENERAL_DOMAIN,
  MODULES,
} from "../../../src/domain/decisions/domain-and-topic.ts";
import { DomainSlug } from "../../../src/domain/shared/domain-slug.ts";

describe("the domain of a statement", () => {
  it.each([
    ["Use PostgreSQL for user database instead of MongoDB", "database"],
    ["Sign access tokens with RS256 and rotate the OAuth credentials", "auth"],
    ["Version the REST endpoints in the path", "api"],
    ["Build the dashboard with React components", "frontend"],
    ["Put slow jobs on a queue with workers", "backend"],
    ["Deploy with Terraform to Kubernetes", "infra"],
    ["POSTGRESQL FOR EVERYTHING", "database"],
    ["세션 저장소를 Redis 로 바꾼다", "database"],
  ])("%s → %s", (statement, domain) => {
    expect(detectDomain(statement)).toBe(domain);
  });

  it.each(["", "Write the changelog by hand", "점심은 비빔밥으로 한다", "authentic flavours only"])(
    "%j → general",
    (statement) => {
      expect(detectDomain(statement)).toBe(GENERAL_DOMAIN);
    },
  );

  it("is the one with the most distinct words, not with the most repetitions", () => {
    expect(detectDomain("server server server with tables and indexes")).toBe("database");
  });

  it("is the first in the order of the modules in a tie", () => {
    expect(detectDomain("an api for the database")).toBe("database");
  });

  it("is always a module or general", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (statement) => {
        expect([...MODULES, GENERAL_DOMAIN]).toContain(detectDomain(statement));
        expect(DomainSlug.safeParse(detectDomain(statement)).success).toBe(true);
      }),
    );
  });
});

describe("a domain slug", () => {
  it.each(["database", "a", "ml.ops", "data_base-2", "x".repeat(64)])("may be %s", (slug) => {
    expect(DomainSlug.safeParse(slug).success).toBe(true);
  });

  it.each(["", "Database", "data base", "-a", "데이터", "x".repeat(65)])("may not be %j", (slug) => {
    expect(DomainSlug.safeParse(slug).success).toBe(false);
  });
});

describe("the topic of a statement", () => {
  it.each([
    ["Use PostgreSQL for the user database", "postgresql_user_database"],
    ["We should use Redis", "redis"],
    ["one two three four five six seven", "one_two_three_four_five"],
    ["세션 저장소로 레디스를 쓴다", "세션_저장소로_레디스를_쓴다"],
    ["キャッシュを使う", "キャッシュを使う"],
    ["Use it for this", "use_it_for_this"],
    ["!!! ???", GENERAL_DOMAIN],
    ["", GENERAL_DOMAIN],
  ])("%j → %s", (statement, topic) => {
    expect(deriveTopic(statement)).toBe(topic);
  });
});
