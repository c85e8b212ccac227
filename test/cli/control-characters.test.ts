import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { printable, terminal } from "../../src/cli/terminal.ts";
import { openCommandLine, type Run, runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";

const ATTACKS: readonly (readonly [name: string, text: string])[] = [
  ["an escape that clears the screen", "\u001b[2J\u001b[H"],
  ["a colour", "\u001b[31mred"],
  ["a link, OSC 8", "\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\"],
  ["a write to the clipboard, OSC 52", "\u001b]52;c;cm0gLXJm\u0007"],
  ["OSC in one character", "\u009d52;c;cm0gLXJm\u009c"],
  ["CSI in one character", "\u009b2J"],
  ["a bell", "\u0007"],
  ["backspaces", "safe\b\b\b\bevil"],
  ["a carriage return", "safe\revil"],
  ["a right-to-left override", "\u202etxt.exe"],
  ["an isolate", "\u2066evil\u2069"],
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: nothing of this may be printed.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const expectClean = ({ out, err }: Run): void => {
  expect(out).not.toMatch(CONTROLS);
  expect(err).not.toMatch(CONTROLS);
};

describe.each(ATTACKS)("%s never reaches the terminal", (_, attack) => {
  it.each([
    ["a command that does not exist", [`do${attack}`]],
    ["a flag that does not exist", ["list", `--fl${attack}`]],
    ["too many arguments", ["list", attack]],
    ["a value that is not allowed", ["list", "--status", attack]],
    ["an id that does not exist", ["show", attack]],
    ["a topic that does not exist", ["recall", attack]],
    ["a file that cannot be read", ["import", "json", `/nowhere/${attack}.json`]],
    ["a file that cannot be written", ["report", "--markdown", `/nowhere/${attack}/report.md`]],
    ["a statement that is stored", ["decide", `Use Redis ${attack}`, "--topic", `cache ${attack}`]],
  ])("from %s", async (__, argv) => {
    const line = await openCommandLine();
    for (const args of [argv, [...argv, "--json"]]) {
      const run = await line.run(...args);
      expect(`${run.out}${run.err}`).not.toBe("");
      expectClean(run);
      if (args !== argv) expect(JSON.parse(run.out || run.err)).toBeTypeOf("object");
    }
  });

  it("from progress, and our own styles stay", () => {
    const written: string[] = [];
    const stream = { isTTY: true, write: (text: string) => written.push(text) } as never;
    const screen = terminal(stream, stream, true);
    screen.progress(`reading ${attack}`);
    expect(written.join("").replace("\r\u001b[K", "")).not.toMatch(CONTROLS);
    const text = printable(`${screen.style("bold", `our ${attack}`)} ${attack}`);
    expect(text.startsWith("\u001b[1mour ")).toBe(true);
    expect(text.replace("\u001b[1m", "").replace("\u001b[22m", "")).not.toMatch(CONTROLS);
  });
});

describe("the program", () => {
  const ATTACK = ATTACKS.map(([, text]) => text).join("");

  async function folder() {
    const { path, file } = await folderOfTest();
    await mkdir(file("home"));
    const run = (argv: readonly string[], cwd = path): Promise<Run> =>
      runProgram(argv, { cwd, env: { MEMBRIA_HOME: file("home") } });
    return { path, file, run };
  }

  it.each([
    ["that is not JSON", ATTACK],
    ["with an unknown setting", JSON.stringify({ [ATTACK]: true })],
    ["with a project that is not one", JSON.stringify({ project: ATTACK })],
    ["with days that are none", JSON.stringify({ dueDays: ATTACK })],
  ])("prints nothing of a .membria.json %s as it is", async (_, text) => {
    const { file, run } = await folder();
    await writeFile(file(".membria.json"), text);
    for (const json of [[], ["--json"]]) {
      const refused = await run(["list", ...json]);
      expect(refused.code).not.toBe(0);
      expectClean(refused);
    }
  });

  it("prints nothing of a file that is imported, of its name or of its folder as it is", async () => {
    const { path, file, run } = await folder();
    const name = `export ${ATTACK.replaceAll("/", "")}.json`;
    await writeFile(file(name), `{"format":"${ATTACK}","records":[\n{"type":"${ATTACK}"}\n]}`);
    const named = `${path}/${ATTACK.replaceAll("/", "")}`;
    await mkdir(named);
    for (const kind of ["json", "server-memory", "mama", "adr"]) {
      for (const source of [file(name), named]) {
        const read = await run(["import", kind, source, "--project", "shop"]);
        expect(`${read.out}${read.err}`).not.toBe("");
        expectClean(read);
      }
    }
    expectClean(await run(["doctor", "--json"], named));
    expectClean(await run(["list"], named));
  });
});
