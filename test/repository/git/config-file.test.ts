import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { originUrl, userName } from "../../../src/repository/git/repository.ts";

describe("the origin in a git configuration", () => {
  it.each([
    ["plain", '[remote "origin"]\n\turl = a\n', "a"],
    ["on one line", '[remote "origin"] url=a', "a"],
    [
      "with other sections around",
      '[core]\n\turl = x\n[remote "up"]\nurl = y\n[remote "origin"]\nurl = a\n[z]\nurl = b',
      "a",
    ],
    ["in any case", '[REMOTE "origin"]\n\tURL = a', "a"],
    ["in the old form", "[remote.origin]\n\turl = a", "a"],
    [
      "with Windows line ends and a byte order mark",
      '\uFEFF[remote "origin"]\r\n\turl = a\r\n\tfetch = x\r\n',
      "a",
    ],
    ["quoted", '[remote "origin"]\n\turl = "a b;c#d"  ; why', "a b;c#d"],
    ["half quoted", '[remote "origin"]\n\turl = a" # "b', "a # b"],
    ["with escapes", '[remote "origin"]\n\turl = a\\\\b\\"c\\td', 'a\\b"c\td'],
    ["with spaces inside and around", '[remote "origin"]\n\turl =   a  b  \t\n', "a  b"],
    ["with a comment", '[remote "origin"] # main\n; url = x\n# url = y\n\n\turl = a # z\n', "a"],
    ["continued", '[remote "origin"]\n\turl = a\\\nb\n', "ab"],
    ["after a continued value", '[remote "origin"]\n\tfetch = x\\\nurl = y\n\turl = a', "a"],
    ["after a key without a value", '[remote "origin"]\n\tprune\n\turl = a', "a"],
    ["twice: the first", '[remote "origin"]\n\turl = a\n\turl = b', "a"],
    [
      "in a section that is opened again",
      '[remote "origin"]\nfetch = x\n[core]\n[remote "origin"]\nurl = a',
      "a",
    ],
    [
      "not there",
      '[remote "Origin"]\nurl = a\n[branch "origin"]\nurl = b\n[remote "origin"]\npushurl = c',
      undefined,
    ],
    ["nothing at all", "", undefined],
    ["not a configuration", '[[["\u0000]\n=\n"', undefined],
  ])("%s", (_what, text, url) => {
    expect(originUrl(text)).toBe(url);
  });

  it("is read as git wrote it", async () => {
    const directory = await mkdtemp(join(tmpdir(), "membria-config-"));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const file = join(directory, "config");
    const url = 'https://git.example/a "b"\\c;d#e\tf ';
    execFileSync("git", ["config", "--file", file, "remote.origin.url", url]);
    expect(originUrl(await readFile(file, "utf8"))).toBe(url);
  });

  it("ends for any text", () => {
    const piece = fc.constantFrom(
      "[",
      "]",
      '"',
      "\\",
      "\n",
      "\r",
      "=",
      "#",
      ";",
      " ",
      "remote",
      "origin",
      "url",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        originUrl(pieces.join(""));
      }),
    );
  });
});

describe("the user's name in a git configuration", () => {
  it.each([
    ["plain", "[user]\n\tname = Jane Doe\n", "Jane Doe"],
    ["in any case", "[User]\n\tNAME=Jane Doe", "Jane Doe"],
    ["quoted", '[user]\n\tname = "Jane #1; Doe"', "Jane #1; Doe"],
    ["before a comment", "[user] # me\n; name = x\n\tname = Jane Doe # work", "Jane Doe"],
    ["with other keys around", "[user]\n\temail = a@b.example\n\tname = Jane\n\tusername = x", "Jane"],
    ["twice: the last, as git does", "[user]\nname = Jane\n[core]\nname = x\n[user]\nname = Doe", "Doe"],
    ["empty", "[user]\n\tname =\n", undefined],
    ["of blanks", '[user]\n\tname = "  "\n', undefined],
    ["without a value", "[user]\n\tname\n", undefined],
    ["of another section", '[author]\nname = x\n[user "work"]\nname = y\n[user.work]\nname = z', undefined],
    ["not there", "[user]\n\temail = a@b.example", undefined],
    ["nothing at all", "", undefined],
  ])("%s", (_what, text, name) => {
    expect(userName(text)).toBe(name);
  });
});
