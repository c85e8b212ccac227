import * as z from "zod";
import { ThreatProof } from "./threat-proof.ts";

const PROGRAM_LINES = 70;
const PROGRAM_COLUMNS = 110;

/** Small enough to read in a reply, and complete enough to run. */
const Program = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    const lines = value.trimEnd().split("\n");
    const complain = (message: string) => issues.push({ code: "custom", input: undefined, message });
    if (lines.length > PROGRAM_LINES)
      complain(`has ${lines.length} lines; at most ${PROGRAM_LINES} would work`);
    lines.forEach((line, i) => {
      if (line.length > PROGRAM_COLUMNS) {
        complain(`has ${line.length} characters in its line ${i + 1}; at most ${PROGRAM_COLUMNS} would work`);
      }
    });
  });

const slug = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "must be words in lower case, joined by hyphens");

const text = (least: number, most: number) => z.string().trim().min(least).max(most);

const codeFields = {
  language: slug.describe("python, typescript, …"),
  framework: slug.describe("flask, express, …"),
  notes: text(20, 2500).optional().describe("What is particular to this stack."),
  vulnerable: Program.describe("A whole small program that has the flaw."),
  fixed: Program.describe("The same program without the flaw and otherwise unchanged."),
  core: text(20, 200).describe("The decisive lines of the fixed program, as they stand there, for an agent."),
  test: Program.optional().describe(
    "A test as a reader would write it: fails on the vulnerable example, passes on the fixed.",
  ),
};

type Programs = { readonly vulnerable: string; readonly fixed: string; readonly core: string };

const linesOf = (code: string): string[] => code.split("\n").map((line) => line.trim());

function checkCore({ value, issues }: z.core.ParsePayload<Programs>): void {
  const { vulnerable, fixed, core } = value;
  const complain = (message: string) => issues.push({ code: "custom", path: ["core"], input: core, message });
  const lines = linesOf(core);
  const strange = lines.find((line) => !linesOf(fixed).includes(line));
  if (strange !== undefined) complain(`has a line that the fixed program does not have: ${strange}`);
  else if (lines.every((line) => linesOf(vulnerable).includes(line))) {
    complain("must have a line that the vulnerable program does not have");
  }
}

/** A program that has the flaw and one that does not, for one stack. */
export const StackCode = z.strictObject(codeFields).check(checkCore);
export type StackCode = z.infer<typeof StackCode>;

/** The same with the requests that prove it, which only tests need. */
export const ProvenStackCode = z.strictObject({ ...codeFields, ...ThreatProof.shape }).check(checkCore);
