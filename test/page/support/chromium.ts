import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { needs } from "../../support/needs.ts";

/** The first is the same browser without its windows, which takes a third of the time. */
const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"];
const found = PLACES.find((path) => existsSync(path));

export const IN_BROWSER = needs(
  found !== undefined,
  "page",
  "Chromium: apt-get install chromium-headless-shell",
);

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
