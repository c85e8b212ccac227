import type { LoggingLevel, McpRequestContext, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { Log, LogLevel } from "../../shared/ports.ts";

/** From the least to the most severe. */
const SEVERITIES = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const satisfies readonly LoggingLevel[];

const LEVELS: Readonly<Record<LogLevel, LoggingLevel>> = {
  debug: "debug",
  info: "info",
  warn: "warning",
  error: "error",
};

/** Until a client of the `initialize` family sets a level. */
const DEFAULT_LEVEL: LoggingLevel = "warning";
/** Where a request of 2026-07-28 says from which level on it wants to be told. Without it, it is told nothing. */
const LEVEL_KEY = "io.modelcontextprotocol/logLevel";
const LOGGER = "membria";

/**
 * Fields whose values come from our own code: names of tools and resources, methods, codes and times. No other field is
 * sent, because it may contain a path, a driver's message or what a caller wrote.
 */
const SENT_FIELDS = ["tool", "resource", "prompt", "method", "code", "reason", "duration_ms"] as const;

/** The log of a request that goes to the client that sent it. */
export interface ClientLog {
  /** A log that also notifies the client. Only for messages that are written in our code, word for word. */
  of(log: Log, context: ServerContext): Log;
}

/** Serves `logging/setLevel`, which 2026-07-28 replaced by a level in each request. */
export function serveLogging({ server }: McpServer, era: McpRequestContext["era"]): ClientLog {
  let level: LoggingLevel = DEFAULT_LEVEL;
  if (era === "legacy")
    server.setRequestHandler("logging/setLevel", ({ params }) => {
      level = params.level;
      return {};
    });
  const threshold = ({ mcpReq }: ServerContext): LoggingLevel | undefined =>
    era === "legacy" ? level : (mcpReq.envelope as { [LEVEL_KEY]?: LoggingLevel } | undefined)?.[LEVEL_KEY];
  return {
    of: (log, context) =>
      notifying(log, (entryLevel, data) => {
        const from = threshold(context);
        if (from === undefined || SEVERITIES.indexOf(entryLevel) < SEVERITIES.indexOf(from)) return;
        const params = { level: entryLevel, logger: LOGGER, data };
        // The client may be gone, and the log has the entry in any case.
        void context.mcpReq.notify({ method: "notifications/message", params }).catch(() => {});
      }),
  };
}

type Notify = (level: LoggingLevel, data: Record<string, unknown>) => void;

function notifying(log: Log, notify: Notify): Log {
  const at =
    (level: LogLevel): Log[LogLevel] =>
    (message, meta = {}) => {
      log[level](message, meta);
      const sent = SENT_FIELDS.flatMap((field) => (meta[field] === undefined ? [] : [[field, meta[field]]]));
      notify(LEVELS[level], { message, ...Object.fromEntries(sent) });
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (fields) => notifying(log.with(fields), notify),
  };
}
