import { dirname } from "node:path";
import { makePageTicket } from "../../access/index.ts";
import type { StartAddress } from "../../cli/command.ts";
import { announcePage, serversFolder } from "../../hooks/index.ts";
import { isLoopback } from "../../mcp/http/allowed-hosts.ts";
import { pageFiles } from "../../mcp/http/page/page-files.ts";
import type { HttpSettings } from "../../mcp/http/start.ts";
import { shippedFile } from "../../recall/index.ts";
import { perform } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { personalCall, typistOf } from "../caller/personal-call.ts";
import { memoryFile } from "../environment.ts";
import type { Wiring } from "../wire.ts";

/** The page of this installation, and what it knows about the folder that the server was started in. */
export function pageOf({ project, checkout }: Wiring): HttpSettings["page"] {
  const shell = shippedFile("page/index.html");
  return {
    files: pageFiles(shell === undefined ? undefined : dirname(shell)),
    place: {
      project: async () => (await project()).project,
      checkoutOf: async (asked) => ((await project()).project === asked ? checkout : undefined),
    },
  };
}

/**
 * Writes down where the page is, for who wants to open it, and shows the person at the terminal a link. Not where a browser
 * on this machine could not sign in. Returns what takes it back.
 */
export async function offerPage(wiring: Wiring, address: StartAddress, url: string): Promise<() => void> {
  const isReached = isLoopback(address.host) && !address.behindProxy && !address.insecureNoAuth;
  if (!isReached) return () => {};
  const { environment, log } = wiring;
  const withdraw = announcePage(serversFolder(environment.home), {
    pid: process.pid,
    url,
    memory: memoryFile(environment).path,
    readOnly: environment.settings.readOnly,
    startedAt: Date.now(),
  });
  if (process.stdout.isTTY && typistOf(environment).kind === "human")
    await showLink(wiring, url).catch((error: unknown) =>
      log.warn("No link to the page could be made.", { error }),
    );
  return withdraw;
}

async function showLink(wiring: Wiring, url: string): Promise<void> {
  const call = await personalCall(wiring);
  const begin = call.scope === ALL_PROJECTS ? undefined : call.scope;
  const { ticket } = await perform(makePageTicket, { begin }, wiring, call);
  process.stdout.write(`The page, for you and for two minutes: ${url}/#ticket=${ticket}\n`);
  process.stdout.write("Another link: membria open\n");
}
