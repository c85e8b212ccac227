import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter, on } from "node:events";
import express from "express";

type Job = { user: string; finish: (rows: unknown) => void };

export const app = express();
const TENANTS = new Map([["owner", "acme"], ["colleague", "acme"], ["outsider", "globex"]]);
const invoices = [
  { tenant: "acme", note: "acme rebate" },
  { tenant: "globex", note: "globex rebate" },
];
const context = new AsyncLocalStorage<{ tenant: string | undefined }>();
const queue = new EventEmitter(); // stands in for your queue
const files = new Map<string, { user: string; rows: Promise<unknown> }>();
let worker: Promise<void> | undefined;

app.use((req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  const tenant = TENANTS.get(user);
  if (!tenant) return void res.sendStatus(401);
  res.locals.user = user;
  context.run({ tenant }, next);
});

function findInvoices() {
  return invoices.filter(({ tenant }) => tenant === context.getStore()?.tenant);
}

async function work() {
  for await (const [message] of on(queue, "job")) {
    const job: Job = message;
    const tenant = TENANTS.get(job.user);
    job.finish(context.run({ tenant }, findInvoices));
  }
}

app.get("/invoices", (_req, res) => void res.json(findInvoices()));

app.post("/exports", (_req, res) => {
  worker ??= work();
  const { user } = res.locals;
  const id = String(files.size + 1);
  const rows = new Promise((finish) => queue.emit("job", { user, finish } satisfies Job));
  files.set(id, { user, rows });
  res.status(202).json({ id });
});

app.get("/exports/:id", async (req, res) => {
  const found = files.get(req.params.id);
  if (!found || found.user !== res.locals.user) return void res.sendStatus(404);
  res.json(await found.rows);
});
