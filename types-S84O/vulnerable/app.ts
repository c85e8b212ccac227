import { createHmac, timingSafeEqual } from "node:crypto";
import express from "express";

type Claims = { sub: string; exp: number };

export const app = express();
const KEY = "signing-key";
const accounts = new Map([["owner", { email: "owner@acme.example", meetings: ["Mon 9:00 busy"] }]]);
const mac = (text: string) => createHmac("sha256", KEY).update(text).digest("base64url");

function sign(sub: string, seconds: number) { // stands in for your JWT library
  const claims: Claims = { sub, exp: Date.now() / 1000 + seconds };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${payload}.${mac(payload)}`;
}

function verify(token: string): Claims | null {
  const [payload = "", signature = ""] = token.split(".");
  const [given, expected] = [Buffer.from(signature), Buffer.from(mac(payload))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const claims: Claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  return claims.exp > Date.now() / 1000 ? claims : null;
}

app.use(express.json());

app.post("/sessions", (req, res) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!accounts.has(user)) return void res.sendStatus(401);
  res.json({ token: sign(user, 3600) });
});

app.get("/calendar", (req, res) => {
  const claims = verify(String(req.query.feed));
  if (!claims) return void res.sendStatus(404);
  res.json({ meetings: accounts.get(claims.sub)?.meetings });
});

app.use((req, res, next) => {
  const claims = verify(req.headers.authorization?.replace("Bearer ", "") ?? "");
  if (!claims) return void res.sendStatus(401);
  res.locals.user = claims.sub;
  next();
});

app.post("/feeds", (_req, res) => {
  res.status(201).json({ feed: sign(res.locals.user, 365 * 24 * 3600) });
});

app.get("/account", (_req, res) => void res.json(accounts.get(res.locals.user)));

app.put("/account", (req, res) => {
  const account = accounts.get(res.locals.user);
  if (account) account.email = String(req.body.email);
  res.json(account);
});
