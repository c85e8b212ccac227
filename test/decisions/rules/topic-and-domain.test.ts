import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DOMAINS,
  deriveTopic,
  detectDomain,
  GENERAL_DOMAIN,
} from "../../../src/decisions/rules/topic-and-domain.ts";
import { DomainSlug } from "../../../src/shared/names.ts";

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

describe("the domains", () => {
  it("are the six of the Membria document and thirteen more", () => {
    expect(DOMAINS.slice(0, 6)).toEqual(["database", "auth", "api", "frontend", "backend", "infra"]);
    expect(new Set(DOMAINS).size).toBe(19);
  });

  it.each(DOMAINS)("%s is a slug that a decision may have", (domain) => {
    expect(DomainSlug.safeParse(domain).success).toBe(true);
  });
});

describe("the domain of a statement", () => {
  it.each([
    ["Use PostgreSQL for user database instead of MongoDB", "database"],
    ["Sign access tokens with RS256 and rotate the OAuth credentials", "auth"],
    ["Version the REST endpoints in the path", "api"],
    ["Build the dashboard with React components", "frontend"],
    ["Put slow jobs on a queue with workers", "backend"],
    ["Provision the clusters with Terraform", "infra"],
    ["Use Playwright for end-to-end tests", "testing"],
    ["Encrypt personal data at rest with KMS", "security"],
    ["Cache product pages for five minutes", "performance"],
    ["Load events into BigQuery with dbt", "data"],
    ["Fine-tune an LLM for support replies", "ml"],
    ["Use Stripe for subscriptions", "payments"],
    ["Put onboarding first on the roadmap", "product"],
    ["Ship the app with React Native", "mobile"],
    ["Blue-green deployments through GitHub Actions", "devops"],
    ["Keep decision records in docs/adr", "documentation"],
    ["Split the monolith into bounded contexts", "architecture"],
    ["Squash every pull request after one code review", "process"],
    ["Pin all npm dependencies and let Renovate update them", "dependencies"],
    ["POSTGRESQL FOR EVERYTHING", "database"],
    ["세션 저장소를 Redis 로 바꾼다", "database"],
    ["세션 저장소를 Redis로 바꾼다", "database"],
  ])("%s → %s", (statement, domain) => {
    expect(detectDomain(statement)).toBe(domain);
  });

  it.each(["", "Have lunch at noon", "점심은 비빔밥으로 한다", "authentic flavours only"])(
    "%j → general",
    (statement) => {
      expect(detectDomain(statement)).toBe(GENERAL_DOMAIN);
    },
  );

  it.each([
    ["query", "queries"],
    ["migrate the schema", "migrating schemas"],
    ["encrypt it", "it is encrypted"],
    ["batch them", "they are batched, batching them"],
  ])("is the same for the forms of a word: %s, %s", (one, other) => {
    expect(detectDomain(one)).not.toBe(GENERAL_DOMAIN);
    expect(detectDomain(other)).toBe(detectDomain(one));
  });

  it("counts a phrase instead of its words", () => {
    expect(detectDomain("a test of components")).toBe("testing");
    expect(detectDomain("a design token of components")).toBe("frontend");
    expect(detectDomain("a token")).toBe("auth");
  });

  it("counts distinct words by their weight, not by how often they are repeated", () => {
    expect(detectDomain("server server server with tables and indexes")).toBe("database");
    expect(detectDomain("the customer pays by credit card")).toBe("payments");
  });

  it("is the one that is named first in a tie", () => {
    expect(detectDomain("an api for the database")).toBe("api");
    expect(detectDomain("a database for the api")).toBe("database");
  });

  it("leaves ties and statements that name none to the further texts, and nothing else", () => {
    expect(detectDomain("an api for the database", ["SQL and its indexes"])).toBe("database");
    expect(detectDomain("Buy it", ["", "Stripe has lower fees"])).toBe("payments");
    expect(detectDomain("A database", ["react, vue, css and html in the browser"])).toBe("database");
  });

  it("is always a known domain or general", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (statement) => {
        expect([...DOMAINS, GENERAL_DOMAIN]).toContain(detectDomain(statement));
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
