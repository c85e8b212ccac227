import { readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { grantRole, setAdminSecret } from "../../../src/main/caller/admin-secret.ts";
import { Fault } from "../../../src/shared/errors.ts";
import { folderOfTest } from "../../support/memory.ts";

const SECRET = "correct horse battery staple";

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (role) => `granted ${role}`,
    (error: unknown) => (error instanceof Fault ? error.reason : error),
  );

describe("CONTRACTS 4.8: the role admin needs the secret that was set", () => {
  it("is granted with it, and refused with anything else", async () => {
    const { path: home } = await folderOfTest();
    await setAdminSecret(home, SECRET);
    expect(await grantRole(home, "admin", SECRET)).toBe("admin");
    for (const wrong of [undefined, "", `${SECRET} `, SECRET.toUpperCase()])
      expect(await refusal(grantRole(home, "admin", wrong))).toBe("permission_denied");
  });

  it("is refused where none was set, or where the file says nothing", async () => {
    const folder = await folderOfTest();
    expect(await refusal(grantRole(folder.path, "admin", SECRET))).toBe("permission_denied");
    await writeFile(folder.file("admin-secret.json"), "not json");
    expect(await refusal(grantRole(folder.path, "admin", SECRET))).toBe("permission_denied");
  });

  it.each(["viewer", "agent"] as const)("%s needs none", async (role) => {
    const { path: home } = await folderOfTest();
    expect(await grantRole(home, role, undefined)).toBe(role);
  });

  it("keeps a salted hash for the owner alone, another each time", async () => {
    const folder = await folderOfTest();
    const file = folder.file("admin-secret.json");
    await setAdminSecret(folder.path, SECRET);
    const first = await readFile(file, "utf8");
    expect(first).not.toContain(SECRET);
    expect((await stat(file)).mode & 0o077).toBe(0);
    await setAdminSecret(folder.path, SECRET);
    expect(await readFile(file, "utf8")).not.toBe(first);
    expect(await grantRole(folder.path, "admin", SECRET)).toBe("admin");
  });

  it("makes the home when there is none yet", async () => {
    const folder = await folderOfTest();
    const home = folder.file("a/b");
    await setAdminSecret(home, SECRET);
    expect(await grantRole(home, "admin", SECRET)).toBe("admin");
  });
});
