import { spawn } from "node:child_process";

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
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, args] = openerOf(platform, url);
  const child = spawn(program, args, {
    stdio: "ignore",
    detached: true,
    windowsHide: true,
    windowsVerbatimArguments: true,
  });
  child.unref();
  return new Promise((resolve) => {
    // Some of them run as long as the browser does.
    const timer = setTimeout(resolve, FIRST_ANSWER_MS, true);
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
