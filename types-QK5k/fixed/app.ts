import express from "express";
import type { NextFunction, Request, Response } from "express";

export const app = express();
const ROLES = new Map([["admin", "admin"], ["member", "member"]]);
const projects = new Map([["1", { id: "1", name: "Migration" }]]);
const payouts: { by: string; amount: number }[] = [];
const refusals: string[] = [];

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!ROLES.has(user)) return void res.sendStatus(401);
  res.locals.user = user;
  next();
});

function requireAdmin(req: Request, res: Response, next: NextFunction) {
  if (ROLES.get(res.locals.user) !== "admin") {
    refusals.push(`${res.locals.user}: ${req.method} ${req.path}`);
    return void res.status(403).json({ error: "Administrators only." });
  }
  next();
}

app.get("/projects", (_req, res) => void res.json([...projects.values()]));
app.get("/payouts", (_req, res) => void res.json(payouts));
app.get("/refusals", requireAdmin, (_req, res) => void res.json(refusals));

app.post("/payouts", requireAdmin, (req, res) => {
  const payout = { by: res.locals.user, amount: Number(req.body?.amount) };
  payouts.push(payout);
  res.status(201).json(payout);
});

app.delete("/projects/:id", requireAdmin, (req, res) => {
  const found = projects.delete(String(req.params.id));
  res.sendStatus(found ? 204 : 404);
});
