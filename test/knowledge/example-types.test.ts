import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { loadThreatFiles } from "../../scripts/knowledge.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

const MODULES = fileURLToPath(new URL("../../node_modules/", import.meta.url));

it("the TypeScript examples and their tests satisfy a strict compiler", async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const attached = (await loadThreatFiles()).flatMap(({ threat: { id, code } }) =>
    code.filter(({ language }) => language === "typescript").map((stack) => ({ id, ...stack })),
  );
  for (const { id, framework, test, ...stack } of attached) {
    for (const example of ["vulnerable", "fixed"] as const) {
      const place = join(folder.path, id, framework, example);
      await mkdir(place, { recursive: true });
      await writeFile(join(place, "app.ts"), stack[example]);
      if (test !== undefined) await writeFile(join(place, "app.test.ts"), test);
    }
  }
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    typeRoots: [join(MODULES, "@types")],
    types: ["node"],
    paths: { "*": [join(MODULES, "*"), join(MODULES, "@types", "*")] },
  };
  await writeFile(join(folder.path, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const compiler = [join(MODULES, "typescript", "bin", "tsc"), "-p", folder.path];
  const mistakes = await promisify(execFile)(process.execPath, compiler, { cwd: folder.path }).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
  expect(mistakes).toBe("");
});
