import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isMain, npmCommand, root } from "./run.mjs";

const FAILING = ["high", "critical"];
const LICENCES = join("dist", "THIRD_PARTY_LICENSES.txt");

/**
 * Asks the registry for known weaknesses of the packages in the lockfile. Fails for a serious one in what users get,
 * installed or bundled. Not every registry has advisories, and none can be asked without a network: then it is skipped.
 */
export async function checkAdvisories() {
  const report = await auditReport();
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  const licences = await readFile(join(root, LICENCES), "utf8").catch(() => "");
  const found = judgeAudit(report, lock, bundledIn(licences));
  if (!found) {
    console.log("skipped: advisories cannot be had");
    return undefined;
  }
  for (const { name, severity, serious } of found)
    console[serious ? "error" : "log"](
      `${severity}: ${name}${serious ? "" : " (not serious, or for development only)"}`,
    );
  if (found.length === 0) console.log("No advisory for any package in the lockfile.");
  return found.some(({ serious }) => serious) ? 1 : 0;
}

/** The packages with an advisory, or undefined if npm has no report. */
export function judgeAudit(report, { packages }, bundled) {
  if (report?.vulnerabilities === undefined) return undefined;
  return Object.values(report.vulnerabilities).map(({ name, severity, nodes }) => {
    const reachesUsers = bundled.has(name) || nodes.some((node) => !packages[node]?.dev);
    return { name, severity, serious: reachesUsers && FAILING.includes(severity) };
  });
}

/** The names of the packages with code in the bundle, from the file of their licences. */
export const bundledIn = (licences) =>
  new Set([...licences.matchAll(/^={78}\n(\S+) \d/gm)].map(([, name]) => name));

async function auditReport() {
  const [command, ...first] = npmCommand();
  const args = [...first, "audit", "--json", "--include=dev", "--fetch-retries=0", "--fetch-timeout=20000"];
  // npm ends with 1 if it found something, and prints the report all the same.
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 1e8 }).catch(
    (error) => error,
  );
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}

if (isMain(import.meta)) process.exitCode = (await checkAdvisories()) ?? 0;
