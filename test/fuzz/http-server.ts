import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { createInterface } from "node:readline";
import { MEMBRIA } from "../support/stdio-client.ts";

export interface HttpSent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Hangs up after so many milliseconds, whatever came by then. */
  readonly hangUpAfter?: number | undefined;
}

export interface HttpReceived {
  /** 0 when the connection was cut without an answer. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
  /** When the whole request was with the system. */
  readonly sent: number;
}

export interface FuzzedHttp {
  readonly child: ChildProcess;
  send(sent: HttpSent): Promise<HttpReceived>;
  isAlive(): boolean;
  stderr(): string;
  kill(): Promise<void>;
}

const NO_ANSWER_MS = 20_000;
const LONGEST_STDERR = 20_000;

export async function startFuzzedHttp(env: Readonly<Record<string, string>>): Promise<FuzzedHttp> {
  const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0", "--rate-limit", "off"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let stderr = "";
  let alive = true;
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-LONGEST_STDERR);
  });
  const exit = once(child, "close").then(() => {
    alive = false;
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { hostname, port } = new URL(line.replace("Membria listens on ", ""));
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });

  const send = ({ method, path, headers, body, hangUpAfter }: HttpSent): Promise<HttpReceived> =>
    new Promise((resolve) => {
      let sent = performance.now();
      let [status, text, received]: [number, string, IncomingHttpHeaders] = [0, "", {}];
      const end = (): void => {
        clearTimeout(timer);
        resolve({ status, headers: received, body: text, at: performance.now(), sent });
      };
      const timer = setTimeout(() => {
        request.destroy();
        end();
      }, hangUpAfter ?? NO_ANSWER_MS);
      const request = httpRequest({ hostname, port, method, path, headers, agent });
      request.on("error", end);
      request.on("finish", () => {
        sent = performance.now();
      });
      request.on("response", (response) => {
        status = response.statusCode ?? 0;
        received = response.headers;
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", end);
        response.on("error", end);
      });
      request.end(body);
    });

  return {
    child,
    send,
    isAlive: () => alive,
    stderr: () => stderr,
    async kill() {
      child.kill("SIGKILL");
      agent.destroy();
      await exit;
    },
  };
}
