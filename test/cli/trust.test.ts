import { describe, expect, it } from "vitest";
import { readBindings, trustName } from "../../src/access/sql/bindings.ts";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { findProject } from "../../src/main/caller/project.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { commandLineOn } from "../support/command-line.ts";
import { PATIENT_GIT } from "../support/git.ts";
import { type Caller, callBy, openMemory } from "../support/memory.ts";
import { workplace } from "../support/project-files.ts";

const EVIL = "https://git.example/mallory/game.git";
const SETTINGS = { project: undefined, dueDays: 30, dynamicExposure: false };

/** A memory with `count` decisions of the project `shop`, and the command line in a clone that names it. */
async function inClone(answer?: boolean, caller: Caller = {}, count = 1) {
  const memory = await openMemory();
  for (let n = 1; n <= count; n++) {
    const input = { statement: `Rotate the keys of vault ${n}`, confidenceStated: false };
    await perform(captureDecision, input, memory, callBy());
  }
  const cwd = await (await workplace()).clone("game", EVIL, "shop");
  const asked: string[] = [];
  const project = async () => (await findProject({ cwd, git: PATIENT_GIT }, SETTINGS, memory))();
  const confirm = async (question: string) => {
    asked.push(question);
    return answer;
  };
  const { run } = commandLineOn(memory, "elsewhere", { project }, { confirm }, caller);
  return { memory, run, asked, project };
}

describe("membria trust", () => {
  it("says whose name it is, how much waits under it, and asks before it records it", async () => {
    const { run, asked, project } = await inClone(true, {}, 2);
    expect(await project()).toMatchObject({ project: "git.example/mallory/game" });
    const { code, out, err } = await run("trust");
    expect([code, err]).toEqual([0, ""]);
    expect(asked).toEqual([
      [
        '.membria.json names the project "shop".',
        "This repository is git.example/mallory/game.",
        "Under that name there are 2 decisions.",
        "Let it read and write there?",
      ].join("\n"),
    ]);
    expect(out).toBe('From now on git.example/mallory/game uses the project "shop".');
    expect(await project()).toMatchObject({ project: "shop", source: "file" });
  });

  it("changes nothing if the answer is no", async () => {
    const { run, memory, project } = await inClone(false);
    expect(await run("trust")).toEqual({ code: 0, out: "Nothing was changed.", err: "" });
    expect(await readBindings(memory, "shop")).toEqual([]);
    expect(await project()).toMatchObject({ project: "git.example/mallory/game" });
  });

  it("needs --yes if there is no terminal to ask at", async () => {
    const { run, memory } = await inClone();
    const refused = await run("trust");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('names the project "shop"');
    expect(refused.err).toContain("1 decision");
    expect(refused.err).toContain("membria trust --yes");
    expect(await readBindings(memory, "shop")).toEqual([]);
    const done = await run("trust", "--yes", "--json");
    expect(JSON.parse(done.out)).toEqual({
      trusted: true,
      project: "shop",
      source: "file",
      named: "shop",
      repository: "origin:git.example/mallory/game",
      standing: "bound",
      decisions: 1,
    });
  });

  it("is in the audit log, with the person", async () => {
    const { run, memory } = await inClone(true);
    await run("trust");
    expect((await memory.changesAfter(1, 10)).at(-1)).toMatchObject({
      action: "project.trusted",
      subject: "shop",
      authorKind: "human",
      author: "somebody",
    });
  });

  it("names the repositories that are bound to it already", async () => {
    const { run, memory, asked } = await inClone(false);
    const act = { by: callBy().actor, at: memory.clock.now() };
    const [first, folder] = ["a".repeat(40), "/code/notes"];
    await trustName(memory, { project: "shop", repository: `commit:${first}` }, act);
    await trustName(memory, { project: "shop", repository: `folder:${folder}` }, act);
    await run("trust");
    expect(asked.join()).toContain(
      `Bound to it already: the repository with the first commit ${"a".repeat(12)} (trusted), ${folder} (trusted).`,
    );
  });

  it.each(["agent", "script"] as const)(
    "is refused if it is typed by: %s, in words that name no command",
    async (kind) => {
      const { run, memory, asked } = await inClone(true, { kind });
      for (const argv of [["trust"], ["trust", "--yes"]]) {
        const { code, out, err } = await run(...argv);
        expect([code, out]).toEqual([5, ""]);
        expect(err).toBe(
          "membria: Only a person decides whose memory a repository may use.\n" +
            "Nothing was changed. Ask the person, who can trust that name for this repository at a terminal.",
        );
      }
      expect(asked).toEqual([]);
      expect(await readBindings(memory, "shop")).toEqual([]);
    },
  );

  it("says so where nothing needs trust, and ends with 0", async () => {
    const { clone, run, json } = await workplace();
    const [shop, plain] = [
      await clone("shop", "https://git.example/acme/shop.git", "shop"),
      await clone("plain", "https://git.example/acme/plain.git"),
    ];
    const trust = async (cwd: string, env = {}) => {
      const { code, out } = await run(cwd, ["trust"], env);
      return { code, out: out.trim() };
    };
    const nothing = (why: string) => ({ code: 0, out: `Nothing needs trust here: ${why}.` });
    expect(await trust(plain)).toEqual(nothing('the project is "git.example/acme/plain" (from origin)'));
    expect(await trust(shop, { MEMBRIA_PROJECT: "depot" })).toEqual(
      nothing('the project is "depot" (from setting)'),
    );
    expect(await trust(shop)).toEqual(
      nothing('nobody has written under "shop" yet, and the first write binds it to this repository'),
    );
    await json(shop, ["decide", "Cache orders in Redis", "--confidence", "0.8"]);
    expect(await trust(shop)).toEqual(nothing('"shop" is bound to git.example/acme/shop (by first use)'));
  });
});

describe("the program, run by an agent in a clone that names another project", () => {
  it("names the command neither in the notice nor in the refusal, whatever the agent claims", async () => {
    const { path, clone, run, json } = await workplace();
    await json(path, ["decide", "Rotate the keys", "--confidence", "0.8", "--project", "shop"]);
    const evil = await clone("game", EVIL, "shop");
    for (const env of [{ CLAUDECODE: "1" }, { MEMBRIA_ACTOR: "script" }]) {
      for (const argv of [["list"], ["search", "keys"], ["doctor"], ["trust", "--yes"]]) {
        const { out, err } = await run(evil, argv, env);
        expect(`${out}${err}`, argv.join(" ")).toContain("Ask the person, who can trust that name");
        expect(`${out}${err}`, argv.join(" ")).not.toContain("membria trust");
      }
    }
    expect(await json(evil, ["list"])).toMatchObject({ total: 0 });
  });

  it("prints nothing of the folder's name as it is", async () => {
    const { path, folder, run, json } = await workplace();
    await json(path, ["decide", "Rotate the keys", "--confidence", "0.8", "--project", "shop"]);
    const evil = await folder("notes\u001b[2J", "shop");
    const { code, out, err } = await run(evil, ["trust", "--yes"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("notes\\u001b[2J");
    expect(out).not.toContain("\u001b");
  });
});

describe("membria doctor", () => {
  it("shows a name that is not followed, and what the project is bound to", async () => {
    const { path, clone, run, json } = await workplace();
    await json(path, ["decide", "Rotate the keys", "--confidence", "0.8", "--project", "shop"]);
    const evil = await clone("game", EVIL, "shop");
    const untrusted = (await run(evil, ["doctor"])).out;
    expect(untrusted).toMatch(/project +git\.example\/mallory\/game \(from origin\)\n/);
    expect(untrusted).toMatch(/names the project "shop".*1 decision waits.*run: membria trust\n/);
    await run(evil, ["trust", "--yes"]);
    expect((await run(evil, ["doctor"])).out).toMatch(
      /project +shop \(from file\); bound to git\.example\/mallory\/game \(trusted\)\n/,
    );
    const fresh = await clone("fresh", "https://git.example/acme/fresh.git", "fresh");
    expect((await run(fresh, ["doctor"])).out).toMatch(
      /project +fresh \(from file\); bound to this repository with the first write\n/,
    );
  });
});
