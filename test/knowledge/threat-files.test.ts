import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse, stringify } from "yaml";
import { loadThreatFiles, threatsAsset } from "../../scripts/knowledge.mjs";
import { Threat } from "../../src/threats/rules/threat.ts";
import { readThreatFiles, type ThreatSource } from "../../src/threats/rules/threat-file.ts";
import { publicFile } from "../support/public-data.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { WEAKNESSES } from "./weaknesses.ts";

const FOLDER = fileURLToPath(new URL("../../src/knowledge/threats/", import.meta.url));
const SAMPLE = "mass-assignment";

type Pattern = Record<string, unknown> & {
  agent: Record<string, string>;
  triggers: Record<string, string[]>;
  code: [Stack, Stack];
};
type Stack = Record<string, unknown> & { exploit: Record<string, unknown>[] };

const pattern = async (): Promise<Pattern> => ({
  ...(parse(await readFile(join(FOLDER, `${SAMPLE}.yaml`), "utf8")) as Pattern),
  related: [],
});

/** What is wrong with the sample after a change. */
async function complaint(change: (pattern: Pattern) => void): Promise<string> {
  const data = await pattern();
  change(data);
  return said([{ name: SAMPLE, data }]);
}

const said = (sources: readonly ThreatSource[]): string =>
  readThreatFiles(sources)
    .problems.map(({ name, field, message }) => `${name}: ${field} ${message}`)
    .join("\n");

async function buildWith(text: string): Promise<unknown> {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  await writeFile(join(folder.path, `${SAMPLE}.yaml`), text);
  return loadThreatFiles(folder.path);
}

describe("the threat patterns", () => {
  it("fit their schema and each other", async () => {
    expect((await loadThreatFiles()).length).toBeGreaterThanOrEqual(5);
  });

  it("are shipped in order, as the schema describes them, and without their proofs", async () => {
    const shipped = JSON.parse(await threatsAsset()) as unknown[];
    const ids = shipped.map((threat) => Threat.parse(threat).id);
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(JSON.stringify(shipped)).not.toContain('"exploit":');
  });

  it("name weaknesses that exist", async () => {
    const unknown = (await loadThreatFiles()).flatMap(({ threat }) =>
      threat.cwe.filter((id) => !WEAKNESSES.has(Number(id.slice(4)))).map((id) => `${threat.id}: ${id}`),
    );
    expect(unknown).toEqual([]);
    const published = ["threat/cwe-authorization.jsonl", "threat/cwe-hierarchy.tsv"].flatMap((name) => {
      const file = publicFile(name);
      return file ? [readFileSync(file, "utf8")] : [];
    });
    if (published.length === 0) return;
    const known = new Set(published.join("\n").match(/CWE-\d+/g));
    expect([...WEAKNESSES].filter((number) => !known.has(`CWE-${number}`))).toEqual([]);
  });

  it("do not repeat each other's advice", async () => {
    const advice = (await loadThreatFiles()).map(({ threat }) => threat.agent.threat);
    expect(new Set(advice).size).toBe(advice.length);
  });
});

describe("the build", () => {
  it("takes a folder of patterns that fit", async () => {
    expect(await buildWith(stringify(await pattern()))).toHaveLength(1);
  });

  it("stops at the others and names file, field and what would work, for all of them at once", async () => {
    const wrong = { ...(await pattern()), severity: "huge", cwe: ["639"] };
    const file = `src/knowledge/threats/${SAMPLE}.yaml`;
    const stopped = expect(buildWith(stringify(wrong))).rejects;
    await stopped.toThrow(
      `${file}: severity expected one of "critical"|"high"|"medium"|"low". Received "huge".`,
    );
    await stopped.toThrow(`${file}: cwe[0] must look like CWE-639. Received "639".`);
  });

  it("stops at what is not YAML and names the line", async () => {
    await expect(buildWith("id: x\nname: [a\n")).rejects.toThrow(
      /mass-assignment\.yaml: is not YAML: .*line 3/s,
    );
  });
});

describe("what is wrong with a pattern is said with its field and what would work", () => {
  it("but nothing is wrong with a right one", async () => {
    expect(await complaint(() => {})).toBe("");
  });

  it.each<[string, (pattern: Pattern) => void, string[]]>([
    ["a field that is missing", (p) => delete p["misses"], ["misses is missing. What language models"]],
    ["a field that is unknown", (p) => Object.assign(p, { sevrity: "low" }), ["has no field sevrity"]],
    [
      "a level that is not one",
      (p) => Object.assign(p, { severity: "huge" }),
      ["severity", '"critical"|"high"', '"huge"'],
    ],
    [
      "a weakness without its prefix",
      (p) => Object.assign(p, { cwe: ["639"] }),
      ["cwe[0] must look like CWE-639", '"639"'],
    ],
    [
      "a risk of another edition",
      (p) => Object.assign(p, { owasp: ["API1:2019"] }),
      ["owasp[0]", '"API1:2023"'],
    ],
    [
      "advice that is too long",
      (p) => Object.assign(p.agent, { threat: "x".repeat(199), check: "y".repeat(199) }),
      ["agent must have at most 400 characters in threat, check and fix together"],
    ],
    ["a pattern that is no path", (p) => p.triggers["files"]?.push("a b"), ['"a b"', "**/jobs/**"]],
    [
      "a word given twice",
      (p) => p.triggers["words"]?.push("PATCH"),
      ["triggers.words names something twice"],
    ],
    [
      "a line nobody reads to its end",
      (p) => Object.assign(p.code[0], { fixed: `a = 1\n# ${"x".repeat(120)}` }),
      ["code[0].fixed has 122 characters in its line 2; at most 110 would work"],
    ],
    [
      "a related pattern that is not there",
      (p) => Object.assign(p, { related: ["no-such"] }),
      ["related[0]", '"no-such"'],
    ],
    [
      "itself as related",
      (p) => Object.assign(p, { related: [SAMPLE] }),
      ["related[0] is this pattern itself"],
    ],
    [
      "a framework twice",
      (p) => Object.assign(p, { code: [p.code[0], p.code[0]] }),
      ["code has a framework twice"],
    ],
    [
      "an attack without an outcome",
      (p) => Object.assign(p.code[0], { exploit: [{ get: "/" }] }),
      ["code[0].exploit must have a step with exploited and held"],
    ],
    [
      "half an outcome",
      (p) => delete p.code[0].exploit[1]?.["held"],
      ["code[0].exploit[1] must have both exploited and held"],
    ],
    [
      "a step without a method",
      (p) => p.code[0].exploit.push({ as: "member" }),
      ["code[0].exploit[3] must have one of get, head, post"],
    ],
    ["no honest users", (p) => delete p.code[0]["legitimate"], ["code[0].legitimate is missing"]],
  ])("%s", async (_, change, parts) => {
    const text = await complaint(change);
    for (const part of [`${SAMPLE}: `, ...parts]) expect(text).toContain(part);
  });

  it("a name that is not the file's", async () => {
    expect(said([{ name: "other", data: await pattern() }])).toBe(
      `other: id is "${SAMPLE}", but the file is named "other". Use one name for both.`,
    );
  });

  it("a name that another pattern had before", async () => {
    const text = said([
      { name: SAMPLE, data: await pattern() },
      { name: "other", data: { ...(await pattern()), id: "other", aliases: ["flask-mass-assignment"] } },
    ]);
    expect(text).toContain('other: aliases[0] is "flask-mass-assignment", which another pattern is called.');
  });

  it("a framework in two languages", async () => {
    const { code, ...rest } = await pattern();
    const other = { ...rest, id: "other", aliases: [], code: [{ ...code[0], language: "ruby" }] };
    const text = said([
      { name: "other", data: other },
      { name: SAMPLE, data: await pattern() },
    ]);
    expect(text).toBe('other: code[0].language is "ruby", but other patterns with flask say "python".');
  });

  it("a related pattern with a mistake in its name, with the one that was meant", async () => {
    const other = { ...(await pattern()), id: "other", aliases: [], related: ["mass-assign"] };
    const text = said([
      { name: "other", data: other },
      { name: SAMPLE, data: await pattern() },
    ]);
    expect(text).toContain(`The nearest there is: ${SAMPLE}.`);
  });

  it("something that is no pattern at all", () => {
    expect(said([{ name: SAMPLE, data: "just words" }])).toContain("expected object, received string");
  });
});
