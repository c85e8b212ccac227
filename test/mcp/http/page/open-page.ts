import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pageFiles } from "../../../../src/adapters/files/page-files.ts";
import type { HttpSettings } from "../../../../src/mcp/http/start.ts";
import { folderOfTest } from "../../../support/memory.ts";
import { type HttpSetup, openHttp, type TestHttp } from "../open-http.ts";

export const SHELL = '<!doctype html><title>Membria</title><script src="/page/assets/main-1.js"></script>';

/** A page as the build would make it. */
export async function builtPage(): Promise<string> {
  const { path } = await folderOfTest();
  const page = join(path, "page");
  await mkdir(join(page, "assets"), { recursive: true });
  await writeFile(join(page, "index.html"), SHELL);
  await writeFile(join(page, "assets", "main-1.js"), "export {};\n");
  return page;
}

export const pageSettings = (folder: string | undefined, project = "shop"): HttpSettings["page"] => ({
  files: pageFiles(folder),
  place: { project: async () => project, checkoutOf: async () => undefined },
});

/** A real server with the page, on a real memory with a fake clock. */
export async function openPage(setup: HttpSetup = {}): Promise<TestHttp> {
  return openHttp({ page: pageSettings(await builtPage()), ...setup });
}
