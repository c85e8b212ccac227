import { beforeAll, describe, expect, it } from "vitest";
import { builtIndex, embedded } from "../../bench/labelled-tasks.ts";
import { isAboutSuchCode } from "../../src/learning/rules/pattern-warnings.ts";
import type { ThreatIndex } from "../../src/threats/rules/threat-index.ts";
import { DECISION_RECORDS } from "../support/decision-records.ts";

let index: ThreatIndex;
beforeAll(async () => {
  index = await builtIndex();
});

async function toldWith(statements: readonly string[]): Promise<(string | undefined)[]> {
  const vectors = await embedded(statements);
  return statements.map(
    (text, i) => index.find({ text, vector: vectors[i] }).find(isAboutSuchCode)?.threat.id,
  );
}

describe("With a decision about code of a kind that tends to have a flaw", () => {
  it("the threat is told", async () => {
    const threatOf = {
      "Keep sessions in signed cookies instead of Redis": "session-fixation",
      "Keep the access token in local storage of the browser": "insecure-cookie",
      "Let members upload profile pictures up to 5 MB": "upload-file-type",
      "Write the reports in raw SQL, because the ORM is too slow for them": "sql-injection",
      "Allow CORS for all partner domains so that their front ends can call our API": "cors-any-origin",
      "Store comments as HTML that the editor produces": "stored-html",
      "Take the tenant from the subdomain": "tenant-from-request",
      "Soft delete users with a deleted_at column": "soft-deleted-rows",
      "Upload files straight to S3 with presigned URLs": "storage-link",
      "Support staff can log in as a customer": "impersonation",
      "Themes are uploaded as a ZIP and unpacked on the server": "archive-extraction",
      "The assistant gets a tool that refunds orders": "agent-tool-authority",
      "Run the test suite for pull requests from forks with GitHub Actions": "ci-untrusted-code",
    };
    const told = await toldWith(Object.keys(threatOf));
    expect(told).toEqual(Object.values(threatOf));
  });
});

describe("With an ordinary decision", () => {
  it("no threat is told", async () => {
    const told = await toldWith([
      "Use PostgreSQL as the main database",
      "Write services in Go",
      "Move from Jest to Vitest",
      "Deploy with blue-green switches",
      "Use UTC everywhere and convert in the front end",
      "Use ULIDs as primary keys",
      "Use Kafka between order and billing service",
      "Split the billing module from the monolith",
      "Retry failed HTTP calls with exponential backoff",
      "Version the public API in the URL",
      "Use OpenAPI to generate clients",
      "Money as integer cents",
      "Send mails through Postmark",
      "Nightly backups with restic",
    ]);
    expect(told.filter(Boolean)).toEqual([]);
  });

  it.each(DECISION_RECORDS)("at most one in twenty of $name gets a threat", async ({ items, isPublic }) => {
    const isTaken = (i: number): boolean => !isPublic || process.env["MEMBRIA_SOAK"] === "1" || i % 3 === 0;
    const titles = items
      .map(({ title }) => title)
      .filter((title) => title.length > 10)
      .filter((_, i) => isTaken(i));
    const alarms = (await toldWith(titles)).flatMap((id, i) => (id ? [`${titles[i]}: ${id}`] : []));
    expect(titles.length).toBeGreaterThanOrEqual(isPublic ? 100 : 20);
    expect(alarms.length / titles.length, alarms.join("; ")).toBeLessThanOrEqual(0.05);
  });
});
