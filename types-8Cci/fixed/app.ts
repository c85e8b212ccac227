import { createHmac, timingSafeEqual } from "node:crypto";
import express from "express";
import type { Request } from "express";

export const app = express();
const SECRET = "provider-secret";
const credits = new Map([["acme", 0], ["globex", 0]]);
const messages: string[] = [];

function hasSignature(req: Request) {
  if (!Buffer.isBuffer(req.body)) return false;
  const expected = createHmac("sha256", SECRET).update(req.body).digest();
  const given = Buffer.from(req.get("X-Signature") ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

app.post("/webhooks/payments", express.raw({ type: () => true }), (req, res) => {
  if (!hasSignature(req)) return void res.sendStatus(403);
  const event = JSON.parse(req.body.toString());
  const before = credits.get(event.account);
  if (before === undefined) return void res.sendStatus(404);
  credits.set(event.account, before + Number(event.credits));
  res.sendStatus(204);
});

app.use(express.json());
app.use(express.urlencoded());

app.post("/contact", (req, res) => {
  messages.push(String(req.body?.message));
  res.status(201).json({ received: messages.length });
});

app.get("/credits/:account", (req, res) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (user !== "admin") return void res.sendStatus(401);
  res.json({ credits: credits.get(req.params.account) });
});
