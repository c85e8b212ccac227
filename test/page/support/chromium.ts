import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The first is the same browser without its windows, which takes a third of the time. */
const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const found = PLACES.find((path) => existsSync(path));

/** Whether there is a browser here. Where there is none, the tests that need one are skipped, and this says why. */
export const hasBrowser = found !== undefined;
if (!hasBrowser) console.warn(`Tests of the page are skipped: there is no Chromium at ${PLACES.join(", ")}.`);

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: found as string, args: FLAGS });
}
