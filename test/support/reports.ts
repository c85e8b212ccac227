import type { NewReport } from "../../src/repository/rules/report.ts";
import { DAY, screened } from "./decisions.ts";

/** A commit that is known whole, made of one digit or letter. */
export const commitId = (character: string): string => character.repeat(40);

export const report = (fields: Partial<NewReport> & Pick<NewReport, "decision">): NewReport => {
  const commit = fields.commit ?? commitId("a");
  return {
    project: "shop",
    kind: "carried",
    key: commit,
    at: DAY,
    source: "git",
    commit,
    title: screened("Keep orders in a table"),
    ...fields,
  };
};
