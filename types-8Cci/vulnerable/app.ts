import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import express from "express";

export const app = express();
const SECRET = "provider-secret";
const credits = new Map([["acme", 0], ["globex", 0]]);
const messages: string[] = [];

function checkSignature(req: IncomingMessage, _res: ServerResponse, body: Buffer) {
  if (!req.url?.startsWith("/webhooks/")) return;
  const expected = createHmac("sha256", SECRET).update(body).digest();
  const given = Buffer.from(String(req.headers["x-signature"] ?? ""), "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error("The signature does not match.");
  }
}

app.use(express.json({ verify: checkSignature }));
app.use(express.urlencoded());

app.post("/webhooks/payments", (req, res) => {
  const event = req.body ?? {};
  const before = credits.get(event.account);
  if (before === undefined) return void res.sendStatus(404);
  credits.set(event.account, before + Number(event.credits));
  res.sendStatus(204);
});

app.post("/contact", (req, res) => {
  messages.push(String(req.body?.message));
  res.status(201).json({ received: messages.length });
});

app.get("/credits/:account", (req, res) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (user !== "admin") return void res.sendStatus(401);
  res.json({ credits: credits.get(req.params.account) });
});
