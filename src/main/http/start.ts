import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { StartAddress } from "../../cli/command.ts";
import { Fault } from "../../shared/errors.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import { grantRole } from "../caller/admin-secret.ts";
import { folderProject } from "../caller/folder-project.ts";
import { readEnvironment, tilde } from "../environment.ts";
import { keepDailyCopies } from "../files/keep-copies.ts";
import { version } from "../version.ts";
import { wire } from "../wire.ts";
import { offerPage, pageOf } from "./page.ts";

/** `membria mcp start`: the HTTP server. */
export async function start(
  flags: Readonly<Record<string, unknown>>,
  requested: StartAddress,
): Promise<void> {
  const protocol = import("../../mcp/http/start.ts");
  protocol.catch(() => {});
  const environment = readEnvironment(flags);
  const { settings, home, userHome } = environment;
  const { profile, toolsets, toolNames, readOnly } = settings;
  const withoutKeys = requested.insecureNoAuth
    ? await grantRole(home, settings.role, settings.adminSecret)
    : undefined;
  const tls = tlsOf(requested, userHome);
  // Before the memory is opened, so that no signal is lost in the meantime.
  const stopped = Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
  const wiring = await wire(environment, process.stderr, { keepsRunning: true });
  try {
    const { startHttp } = await protocol;
    const { prometheusMetrics } = await import("./prometheus.ts");
    const { idleMinutes } = requested;
    const http = await startHttp(wiring, {
      idleMs: idleMinutes === 0 ? undefined : idleMinutes * MINUTE_MS,
      version,
      exposure: { profile, toolsets, toolNames, readOnly },
      dueDays: settings.dueDays,
      project: settings.project === undefined ? undefined : (await wiring.project()).project,
      folderProject: () => folderProject(wiring),
      person: settings.person,
      rateLimit: settings.rateLimit ?? "on",
      authToken: settings.authToken,
      webhookSecret: settings.webhookSecret,
      withoutKeys,
      metrics: prometheusMetrics(),
      page: pageOf(wiring),
      address: {
        host: requested.host,
        port: requested.port,
        tls,
        behindProxy: requested.behindProxy,
        allowedHosts: requested.allowedHost,
      },
    });
    if (withoutKeys) wiring.log.warn("No key is needed: every program on this machine can read and write.");
    wiring.log.info("Serving over HTTP", { version, url: http.url });
    process.stdout.write(`Membria listens on ${http.url}/mcp\n`);
    const withdraw = await offerPage(wiring, requested, http.url);
    wiring.meaning.embedSoon();
    const copies = keepDailyCopies(wiring, flags);
    wiring.team.start();
    const hooks = await (await import("../hooks/hook-server.ts")).serveHooks(wiring);
    await Promise.race([stopped, http.idle]);
    withdraw();
    await hooks.stop();
    copies.stop();
    wiring.log.info("Closing after the requests in flight are finished");
    await http.close();
  } finally {
    await wiring.close();
  }
}

function tlsOf({ tlsCert, tlsKey }: StartAddress, userHome: string) {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new Fault("invalid", "TLS needs a certificate and its private key.", {
      field: tlsCert === undefined ? "tls-cert" : "tls-key",
      reason: "incomplete_tls",
      hint: "Give both --tls-cert FILE and --tls-key FILE, or neither.",
    });
  }
  return { cert: readPem(tlsCert, "tls-cert", userHome), key: readPem(tlsKey, "tls-key", userHome) };
}

function readPem(path: string, field: string, userHome: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Fault("invalid", `The file ${tilde(path, userHome)} cannot be read.`, {
      field,
      reason: "unreadable_file",
      hint: `--${field} names a PEM file that you may read.`,
      cause: error,
    });
  }
}
