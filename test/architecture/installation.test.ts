import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bundledIn, judgeAudit } from "../../scripts/advisories.mjs";
import {
  INSTALL_SCRIPTS,
  type Lockfile,
  packagesWithScripts,
  scriptsAtInstall,
} from "../../scripts/install-scripts.mjs";

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const json = (path: string) => JSON.parse(text(path));
const lock = json("package-lock.json") as Lockfile;

describe("installing the package", () => {
  it("runs no script of ours", () => {
    expect(scriptsAtInstall(json("package.json"))).toEqual([]);
    expect(
      scriptsAtInstall({ scripts: { test: "vitest", postinstall: "node x.mjs", prepare: "tsc" } }),
    ).toEqual(["postinstall", "prepare"]);
  });

  it("runs the script of the native part, and no other", () => {
    expect(packagesWithScripts(lock, { dev: false })).toEqual(Object.keys(INSTALL_SCRIPTS));
    for (const [name, command] of Object.entries(INSTALL_SCRIPTS)) {
      const { scripts } = json(`node_modules/${name}/package.json`);
      expect(scriptsAtInstall({ scripts }).map((script) => scripts[script])).toEqual([command]);
    }
  });

  it("is explained in the README", () => {
    for (const [name, command] of Object.entries(INSTALL_SCRIPTS)) {
      expect(text("README.md")).toContain(`\`${command}\``);
      expect(text("README.md")).toContain(`\`${name}\``);
    }
  });

  it("runs no script at all for development, and each that there is was looked at", () => {
    expect(text(".npmrc")).toMatch(/^ignore-scripts=true$/m);
    const { allowScripts } = json("package.json") as { allowScripts: Record<string, boolean> };
    const known = Object.keys(allowScripts).sort((a, b) => a.localeCompare(b));
    expect(known).toEqual(packagesWithScripts(lock, { dev: true }));
    expect(Object.values(allowScripts)).not.toContain(true);
  });
});

describe("advisories", () => {
  const lockfile: Lockfile = {
    packages: {
      "node_modules/installed": {},
      "node_modules/bundled": { dev: true },
      "node_modules/tool": { dev: true },
    },
  };
  const bundled = bundledIn(`Words.\n\n${"=".repeat(78)}\nbundled 1.2.3\nLicence: MIT\n`);
  const report = (severity: string) => ({
    vulnerabilities: Object.fromEntries(
      ["installed", "bundled", "tool"].map((name) => [
        name,
        { name, severity, nodes: [`node_modules/${name}`] },
      ]),
    ),
  });
  const serious = (found: ReturnType<typeof judgeAudit>) =>
    found?.filter((each) => each.serious).map(({ name }) => name);

  it.each(["high", "critical"])(
    "of severity %s count for what users get, installed or bundled",
    (severity) => {
      expect(serious(judgeAudit(report(severity), lockfile, bundled))).toEqual(["installed", "bundled"]);
    },
  );

  it.each(["low", "moderate"])("of severity %s do not", (severity) => {
    expect(serious(judgeAudit(report(severity), lockfile, bundled))).toEqual([]);
  });

  it("cannot be had where npm has no report: without a network, or from a registry without them", () => {
    const refused = {
      message: "405 Method Not Allowed",
      statusCode: 405,
      error: { summary: "", detail: "" },
    };
    for (const answer of [undefined, null, refused])
      expect(judgeAudit(answer, lockfile, bundled)).toBeUndefined();
  });
});
