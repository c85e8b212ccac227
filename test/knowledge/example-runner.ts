import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import * as z from "zod";

/** One process that serves the examples of a framework, one after another, each from a fresh start. */
export interface ExampleRunner {
  /** Resolves to the origin of the program: `http://127.0.0.1:49152`. */
  serve(code: string): Promise<{ readonly origin: string; stop(): Promise<void> }>;
  /** Runs a reader's test against a program. */
  test(code: string, test: string): Promise<{ readonly tests: number; readonly failures: readonly string[] }>;
  /** Milliseconds that it has used a processor: other work on the machine does not change them. */
  spentMs(): Promise<number>;
  /** The end of its standard error. */
  complaints(): string;
  close(): void;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Debian installs its packages for its own Python, which need not be the first on the path. */
const PYTHONS = ["/usr/bin/python3", "python3", "python"];

type Runner = () => { command: string[] } | { missing: string };

function python(modules: string, packages: string): Runner {
  return () => {
    const found = PYTHONS.find((name) => spawnSync(name, ["-c", `import ${modules}`]).status === 0);
    return found
      ? { command: [found, here("serve-python.py")] }
      : { missing: `Python with ${modules}: apt-get install ${packages}` };
  };
}

const node: Runner = () => ({ command: [process.execPath, here("serve-node.mjs")] });

/** How to start the runner of a framework here, or why that cannot be done. */
export const RUNNERS: Readonly<Record<string, Runner>> = {
  flask: python("flask", "python3-flask"),
  fastapi: python("fastapi, httpx, uvicorn", "python3-fastapi python3-httpx python3-uvicorn"),
  django: python("django", "python3-django"),
  express: node,
  "node-http": node,
};

const Message = z.object({ id: z.int(), error: z.string().optional() });
const Served = z.object({ port: z.int() });
const Spent = z.object({ ms: z.number() });
const Tested = z.object({ tests: z.int(), failures: z.array(z.string()) });

export function startRunner([command = "", ...args]: readonly string[]): ExampleRunner {
  const child = spawn(command, args, { stdio: "pipe" });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let complaints = "";
  child.stderr.on("data", (data) => {
    complaints = `${complaints}${String(data)}`.slice(-4000);
  });
  child.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error(`The runner ended. ${complaints}`));
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const reply: unknown = JSON.parse(line);
    const { id, error } = Message.parse(reply);
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(reply);
    else call?.reject(new Error(`The example does not run: ${error}`));
  });

  function ask<T>(schema: z.ZodType<T>, message: Record<string, unknown>): Promise<T> {
    last += 1;
    const id = last;
    const reply = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    child.stdin.write(`${JSON.stringify({ id, ...message })}\n`);
    return reply.then((value) => schema.parse(value));
  }

  return {
    async serve(code) {
      complaints = "";
      const { port } = await ask(Served, { do: "serve", code });
      return {
        origin: `http://127.0.0.1:${port}`,
        stop: async () => void (await ask(Message, { do: "stop", port })),
      };
    },
    test: (code, test) => ask(Tested, { do: "test", code, test }),
    spentMs: async () => (await ask(Spent, { do: "spent" })).ms,
    complaints: () => complaints,
    close: () => void child.stdin.end(),
  };
}
