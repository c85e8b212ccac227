import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filePattern } from "../../../src/threats/rules/threat-index.ts";

describe("a file pattern", () => {
  it.each([
    ["**/tasks.py", "tasks.py", true],
    ["**/tasks.py", "app/shop/tasks.py", true],
    ["**/tasks.py", "app/mytasks.py", false],
    ["**/jobs/**/*.py", "app/jobs/export.py", true],
    ["**/jobs/**/*.py", "app/jobs/a/b/export.py", true],
    ["**/jobs/**/*.py", "app/jobs.py", false],
    ["**/*_{job,task}.py", "app/export_job.py", true],
    ["**/*_{job,task}.py", "app/export_worker.py", false],
    ["**/*{bulk,batch}*.ts", "src/routes/bulk-delete.ts", true],
    ["**/{app,server}.ts", "src/server.ts", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/a/b.ts", false],
    ["src/**", "src/a/b.ts", true],
    ["v?/x.py", "v2/x.py", true],
    ["v?/x.py", "v/x.py", false],
    ["**/*.ts", "src/a.tsx", false],
    ["**/a.b.ts", "src/aXb.ts", false],
  ])("%s and %s: %s", (pattern, path, fits) => {
    expect(filePattern(pattern)(path)).toBe(fits);
  });

  it.each(["./app/jobs/export.py", "/app/jobs/export.py", "app\\jobs\\export.py", " app/jobs/export.py "])(
    "takes %j as any repository writes it",
    (path) => {
      expect(filePattern("**/jobs/**/*.py")(path)).toBe(true);
    },
  );

  const name = fc.stringMatching(/^[\w.-]{1,8}$/);

  it("without a wildcard matches only itself", () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.array(name, { maxLength: 4 }),
        (a, b) => {
          const path = a.join("/").replace(/^(?:\.?\/)+/, "");
          fc.pre(!path.startsWith("./"));
          expect(filePattern(path)(path)).toBe(true);
          expect(filePattern(path)(b.join("/"))).toBe(b.join("/") === path);
        },
      ),
    );
  });

  it("with ** matches at every depth", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\w{1,8}$/), { maxLength: 5 }), name, (folders, file) => {
        fc.pre(!file.startsWith("."));
        expect(filePattern(`**/${file}`)([...folders, file].join("/"))).toBe(true);
      }),
    );
  });
});
