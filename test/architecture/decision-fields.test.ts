import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const TABLE = "src/decisions/rules/decision-fields.ts";

/** One more field in the table, and nowhere else. */
const FIELD = `
  weather: {
    value: portableTexts.optional(),
    given: textList().optional(),
    screened: "list",
    hashed: 3,
    kept: "body",
    searched: "body",
  },
`;

/** Mistakes that must not compile, each in a file of its own. */
const PLANTED = {
  "argument-lost.ts": `
    import { captureDecision } from "../decisions/index.ts";
    import { toDecision } from "../tools/to-decision.ts";
    const { statement, label } = captureDecision.input.shape;
    const input = captureDecision.input.pick({}).extend({ title: statement, mood: label });
    export const lost = toDecision(input, captureDecision, { title: "statement" });`,
  "argument-of-another-type.ts": `
    import { captureDecision } from "../decisions/index.ts";
    import { toDecision } from "../tools/to-decision.ts";
    const input = captureDecision.input.pick({ statement: true, risks: true });
    export const wrong = toDecision(input, captureDecision, { statement: "statement", risks: "label" });`,
  "field-unlisted.ts": `
    import { captureDecision } from "../decisions/index.ts";
    import { toDecision } from "../tools/to-decision.ts";
    const { statement, confidenceStated, label, sessionId, ...rest } = captureDecision.input.shape;
    const input = captureDecision.input.omit({ label: true, sessionId: true });
    const takes = Object.fromEntries(Object.keys(rest).map((name) => [name, name])) as never as { [F in keyof typeof rest]: F };
    export const unlisted = toDecision(input, captureDecision, { statement: "statement", confidenceStated: "confidenceStated", ...takes }).notTaking(["label"]);`,
  "input-lost.ts": `
    import type { Deps } from "../memory/index.ts";
    import type { Call } from "../shared/operations/operation.ts";
    import { captureDecision, prepareDecision } from "../decisions/operations/capture-decision.ts";
    import { saveDecision } from "../decisions/index.ts";
    const wider = saveDecision.input.omit({ outcome: true, links: true }).extend({ mood: captureDecision.input.shape.label });
    export const prepare = (input: unknown, deps: Deps, call: Call) => prepareDecision(wider.parse(input), deps, call);`,
  "unchecked-tool.ts": `
    import { agentMemoryTool } from "../tools/agent-memory/dialect.ts";
    import { recordDecisionTool } from "../tools/agent-memory/decisions.ts";
    import { captureDecision } from "../decisions/index.ts";
    export const tool = agentMemoryTool({
      ...recordDecisionTool,
      operation: captureDecision,
      input: captureDecision.input.pick({ statement: true, risks: true }),
      result: recordDecisionTool.result,
      toOperation: ({ statement }) => ({ statement, confidenceStated: false }),
      fromOperation: () => {
        throw new Error("It is only compiled.");
      },
      text: () => "",
    });`,
};

let errors: readonly { readonly file: string; readonly message: string }[] = [];

/** Compiles a copy of src with the field and the mistakes in it; what src itself says is the compiler's own check. */
beforeAll(async () => {
  const folder = await temporaryFolder();
  try {
    const at = (path: string): string => folder.file(path);
    await cp(join(ROOT, "src"), at("src"), { recursive: true });
    await cp(join(ROOT, "tsconfig.json"), at("tsconfig.json"));
    await cp(join(ROOT, "package.json"), at("package.json"));
    await symlink(join(ROOT, "node_modules"), at("node_modules"), "junction");
    const table = await readFile(at(TABLE), "utf8");
    await writeFile(at(TABLE), table.replace("\n  author: {", `${FIELD}  author: {`));
    await mkdir(at("src/planted"));
    for (const [name, text] of Object.entries(PLANTED)) await writeFile(at(`src/planted/${name}`), text);
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const output = await promisify(execFile)(process.execPath, [tsc, "-p", "."], { cwd: at(".") }).then(
      ({ stdout }) => stdout,
      (failure: { stdout: string }) => failure.stdout,
    );
    errors = [...output.matchAll(/^(?<file>\S+?)\(\d+,\d+\): error (?<message>.*(?:\n {2}.*)*)/gm)].map(
      ({ groups }) => ({ file: groups?.["file"] ?? "", message: groups?.["message"] ?? "" }),
    );
  } finally {
    await folder.remove();
  }
}, 300_000);

const said = (file: string): string =>
  errors
    .filter((error) => error.file === file)
    .map(({ message }) => message)
    .join("\n");

describe("a field that stands in the table of a decision's fields alone", () => {
  const UNLISTED = 'NeitherTakenNorListed<"weather">';
  const MISSING = "Property 'weather' is missing";

  it.each([
    ["src/decisions/sql/decision-rows.ts", MISSING],
    ["src/tools/membria/decision-fields.ts", MISSING],
    ["src/tools/membria/capture-decision.ts", UNLISTED],
    ["src/tools/agent-memory/decisions.ts", UNLISTED],
    ["src/tools/mama/decisions.ts", UNLISTED],
    ["src/tools/memory/decisions.ts", UNLISTED],
    ["src/cli/commands/decide/decide.ts", UNLISTED],
    ["src/tools/page/decision-acts.ts", UNLISTED],
  ])("is missed in %s", (file, message) => {
    expect(said(file)).toContain(message);
  });

  it("is missed nowhere else", () => {
    const files = errors.map(({ file }) => file).filter((file) => !file.startsWith("src/planted/"));
    expect(new Set(files).size).toBe(8);
  });
});

describe("the compiler refuses", () => {
  it("an argument that reaches no field of the operation", () => {
    expect(said("src/planted/argument-lost.ts")).toContain("Property 'mood' is missing");
  });

  it("an argument that does not fit the field it is said to be", () => {
    expect(said("src/planted/argument-of-another-type.ts")).toContain(`Type '"label"' is not assignable`);
  });

  it("a field that a tool neither takes nor lists", () => {
    expect(said("src/planted/field-unlisted.ts")).toContain('NeitherTakenNorListed<"sessionId">');
  });

  it("input of an operation that reaches no field of the decision", () => {
    expect(said("src/planted/input-lost.ts")).toContain('ReachesNoField<"mood">');
  });

  it("a tool that makes a decision of arguments that nobody checked", () => {
    expect(said("src/planted/unchecked-tool.ts")).toContain("ToDecision<");
  });
});
