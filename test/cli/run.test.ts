import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { kebab, propertiesOf } from "../../src/cli/parse.ts";
import { shorten, table, terminal } from "../../src/cli/terminal.ts";
import { openCommandLine } from "../support/command-line.ts";

const named = COMMANDS.map((command) => [command.name, command] as const);

describe("help and version", () => {
  it.each([[[]], [["help"]], [["--help"]], [["-h"]]])("membria %j names every command", async (argv) => {
    const { code, out, err } = await (await openCommandLine()).run(...argv);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("1.2.3");
    for (const { name, summary } of COMMANDS) {
      const [first, second] = name.split(" ") as [string, string?];
      expect(out).toMatch(new RegExp(`membria ${first} .*`));
      expect(out).toContain(second ?? summary.slice(0, 30));
    }
  });

  it.each(["--version", "-v"])("membria %s", async (flag) => {
    expect(await (await openCommandLine()).run(flag)).toEqual({ code: 0, out: "1.2.3", err: "" });
  });

  it.each(named)(
    "membria %s --help shows every flag of its schema, and the settings",
    async (name, command) => {
      const { code, out } = await (await openCommandLine()).run(...name.split(" "), "--help");
      expect(code).toBe(0);
      expect(out).toContain(command.summary);
      for (const key of Object.keys(propertiesOf(command))) {
        const shown = command.positionals.includes(key) ? kebab(key).toUpperCase() : `--${kebab(key)}`;
        expect(out).toContain(shown);
      }
      for (const setting of ["--json", "--db-path", "--project", "--home"]) expect(out).toContain(setting);
    },
  );

  it("help shows the commands in groups, each under its purpose", async () => {
    const { out } = await (await openCommandLine()).run("help");
    const titles = ["Decide", "Ask", "Learn", "Govern", "Move", "Share", "Serve", "Repair"];
    expect(out.match(/^\w+(?=: )/gm)).toEqual(titles);
    expect(out).toMatch(/^Repair: .*\n {2}membria doctor {2,}\S/m);
  });

  it.each([["decide"], ["keys list"], ["links"], ["mcp serve"]])(
    "membria help %s is the same as --help after it",
    async (name) => {
      const line = await openCommandLine();
      const helped = await line.run("help", ...name.split(" "));
      expect(helped).toMatchObject({ code: 0, err: "" });
      expect(helped).toEqual(await line.run(...name.split(" "), "--help"));
      expect(helped.out).toContain(`membria ${name}`);
    },
  );

  it("help shows the positional arguments with their meaning", async () => {
    expect((await (await openCommandLine()).run("help", "outcome")).out).toMatch(
      /^ {2}STATUS +success, partial or failure/m,
    );
  });

  it.each([[["keys"]], [["keys", "--help"]], [["help", "keys"]]])(
    "membria %j shows the commands that begin so",
    async (argv) => {
      const { code, out, err } = await (await openCommandLine()).run(...argv);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const family = COMMANDS.filter(({ name }) => name.startsWith("keys "));
      for (const { name, summary } of family) {
        expect(out).toContain(`membria ${name}`);
        expect(out).toContain(summary.slice(0, 30));
      }
      expect(out).not.toContain("membria decide");
    },
  );

  it("help shows which flags may be repeated, their values and their defaults", async () => {
    const line = await openCommandLine();
    expect((await line.run("decide", "-h")).out).toMatch(/--alternative … .*May be repeated\./);
    expect((await line.run("decide", "-h")).out).toMatch(/--risk-level … .*One of low, medium, high\./);
    expect((await line.run("list", "-h")).out).toMatch(/--limit … .*Default 20\./);
  });
});

describe("a wrong command line", () => {
  it.each([
    [["decied", "x"], 'There is no command "decied".', "Did you mean membria decide?"],
    [["xyzzy"], 'There is no command "xyzzy".', "membria help lists the commands."],
    [["help", "decied"], 'There is no command "decied".', "Did you mean membria decide?"],
    [["keys", "lst"], 'There is no command "keys lst".', "Did you mean membria keys list?"],
    [
      ["keys", "xyzzy"],
      'There is no command "keys xyzzy".',
      "keys create, keys list, keys rotate, keys revoke",
    ],
    [
      ["links", "aprove", "lnk_1"],
      'There is no command "links aprove".',
      "Did you mean membria links approve?",
    ],
    [["admin", "--json"], "membria admin needs one more word.", "admin set-secret"],
    [["decide", "x", "--confidance", "0.8"], "Unknown option '--confidance'.", "Did you mean --confidence?"],
    [["list", "--read-onyl"], "Unknown option '--read-onyl'.", "Did you mean --read-only?"],
    [["list", "--xyzzy"], "Unknown option '--xyzzy'.", "membria list --help"],
    [["list", "extra"], 'membria list takes no more arguments; received "extra".', "quotes"],
    [["decide", "Use", "PostgreSQL"], 'received "PostgreSQL"', "Put a text of several words in quotes."],
    [["list", "--limit"], "--limit", "membria list --help"],
    [["doctor", "--json=yes"], "--json", "membria doctor --help"],
  ])("%j is refused, with the way out", async (argv, problem, remedy) => {
    const { code, out, err } = await (await openCommandLine()).run(...argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(problem);
    expect(err).toContain(remedy);
  });

  it("is an object on standard error with --json, and nothing is on standard output", async () => {
    const { code, out, err } = await (await openCommandLine()).run("decied", "--json");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(JSON.parse(err)).toMatchObject({ error: { code: "invalid", reason: "unknown_command" } });
  });

  it("names a flag as it is typed", async () => {
    const { err } = await (await openCommandLine()).run("decide", "Use it", "--risk-level", "extreme");
    expect(err).toContain("risk-level must be one of low, medium, high");
  });
});

describe("settings as flags", () => {
  it("are accepted by every command", async () => {
    const line = await openCommandLine();
    await line.run("list", "--db-path", "/tmp/x.db", "--log-level", "debug", "--limit", "5", "--read-only");
    expect(line.flags()).toEqual({ dbPath: "/tmp/x.db", logLevel: "debug", readOnly: true });
  });
});

describe("a defect", () => {
  it("ends with exit code 1, the sentence and the stack, on standard error", async () => {
    const line = await openCommandLine();
    const broken = line.memory as { clock: { now(): Date } };
    broken.clock = {
      now: () => {
        throw new TypeError("no clock");
      },
    };
    const { code, out, err } = await line.run("decide", "Use PostgreSQL");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("Something went wrong inside Membria.");
    expect(err).toContain("no clock");
  });
});

describe("the terminal", () => {
  const stream = (fields: object) => {
    const written: string[] = [];
    return { written, stream: { write: (s: string) => written.push(s), ...fields } as never };
  };

  it("styles text only with colour", () => {
    const { stream: out } = stream({ columns: 70, isTTY: true });
    expect(terminal(out, out, true).style("bold", "x")).not.toBe("x");
    expect(terminal(out, out, false).style("bold", "x")).toBe("x");
    expect(terminal(out, out, false).width).toBe(70);
    expect(terminal(stream({ isTTY: true }).stream, out, false).width).toBe(80);
  });

  it("shows progress on a screen only", () => {
    const screen = stream({ isTTY: true });
    const pipe = stream({ isTTY: false });
    terminal(screen.stream, screen.stream, false).progress("half");
    terminal(pipe.stream, pipe.stream, false).progress("half");
    expect(screen.written.join("")).toContain("half");
    expect(pipe.written).toEqual([]);
  });

  it.each([
    ["short", 10, "short"],
    ["a  b\n c", 10, "a b ⏎ c"],
    ["a long sentence", 6, "a lon…"],
    ["🚀🚀🚀🚀", 5, "🚀🚀…"],
    ["abc", 0, "a…"],
  ])("shortens %j to %i columns", (text, width, expected) => {
    expect(shorten(text, width)).toBe(expected);
  });

  it("aligns columns and gives the last one the remaining width", () => {
    const rows = [
      ["a", "long enough", "x".repeat(100)],
      ["bbb", "b", ""],
    ];
    expect(table(rows, 40).split("\n")).toEqual([`a    long enough  ${"x".repeat(21)}…`, "bbb  b"]);
    expect(table([], 40)).toBe("");
  });
});
