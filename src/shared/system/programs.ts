import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Long enough for a program that finds no browser to say so. */
const FIRST_ANSWER_MS = 1_500;

/** The program of each system that opens an address in the browser of the person. */
function openerOf(platform: NodeJS.Platform, url: string): readonly [string, readonly string[]] {
  if (platform === "darwin") return ["open", [url]];
  // `start` takes the first quoted word for the title of a window.
  if (platform === "win32") return ["cmd", ["/c", "start", '""', `"${url}"`]];
  return ["xdg-open", [url]];
}

/** Whether a browser was told. That it shows the page cannot be known. */
export function openInBrowser(url: string, patience: number): Promise<boolean> {
  const [program, args] = openerOf(process.platform, url);
  const child = spawn(program, args, {
    stdio: "ignore",
    detached: true,
    windowsHide: true,
    windowsVerbatimArguments: true,
  });
  child.unref();
  return new Promise((resolve) => {
    // Some of them run as long as the browser does.
    const timer = setTimeout(resolve, FIRST_ANSWER_MS * patience, true);
    child.on("error", () => {
      clearTimeout(timer);
      resolve(false);
    });
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

/** A text that a person has changed. Its file stays until it is discarded, so that nothing typed is lost. */
interface EditedText {
  readonly path: string;
  readonly text: string;
  /** False if the editor reported a failure. */
  readonly ended: boolean;
  discard(): Promise<void>;
}

/** Opens a text in the editor of the person and waits until they close it. The file can be read by them alone. */
export async function openInEditor(
  command: string,
  folder: string,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<EditedText> {
  const path = join(await mkdtemp(join(folder, "membria-edit-")), name);
  await writeFile(path, text, { mode: 0o600 });
  const ended = await runEditor(command, path);
  return {
    path,
    text: await readFile(path, "utf8"),
    ended,
    discard: () => rm(dirname(path), { recursive: true, force: true }),
  };
}

/** As git does: the command may have arguments, and the shell of the person understands them. */
function runEditor(command: string, path: string): Promise<boolean> {
  const isWindows = process.platform === "win32";
  const child = isWindows
    ? spawn(`${command} "${path}"`, { stdio: "inherit", shell: true })
    : spawn("sh", ["-c", `${command} "$1"`, "sh", path], { stdio: "inherit" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}
