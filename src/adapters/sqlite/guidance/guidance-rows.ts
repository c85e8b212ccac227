import type { Guidance, GuidanceResult, Verdict } from "../../../domain/guidance/guidance.ts";
import type { Screened } from "../../../domain/shared/text.ts";
import type { Row } from "../shared/connection.ts";
import { rowBody } from "../shared/row-body.ts";

const SCHEMA_VERSION = 1;

type Body = Pick<
  Guidance,
  "alternatives" | "domain" | "confidence" | "firewallStatus" | "warnings" | "cited"
> &
  Pick<GuidanceResult, "because">;

export function bodyOf({
  alternatives,
  domain,
  confidence,
  firewallStatus,
  warnings,
  cited,
  result,
}: Guidance): string {
  return JSON.stringify({
    schema_version: SCHEMA_VERSION,
    alternatives,
    domain,
    confidence,
    firewallStatus,
    warnings,
    cited,
    because: result?.because,
  } satisfies Body & { schema_version: number });
}

export function guidanceOf(row: Row): Guidance {
  const { because, ...kept } = rowBody<Body>(row);
  return {
    id: row["id"] as string,
    project: row["project"] as string,
    at: new Date(row["at"] as number),
    sessionId: (row["session"] as Screened | null) ?? undefined,
    statement: row["statement"] as Screened,
    ...kept,
    result:
      row["verdict"] === null
        ? undefined
        : {
            verdict: row["verdict"] as Verdict,
            because,
            decisionId: row["decision_id"] as string,
            at: new Date(row["settled_at"] as number),
          },
  };
}
