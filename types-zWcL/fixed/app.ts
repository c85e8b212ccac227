import express from "express";
import type { NextFunction, Request, Response } from "express";

type Membership = { user: string; tenant: string; role: "member" | "admin" };

export const app = express();
const memberships: Membership[] = [
  { user: "owner", tenant: "acme", role: "admin" },
  { user: "colleague", tenant: "acme", role: "member" },
  { user: "colleague", tenant: "globex", role: "admin" },
  { user: "outsider", tenant: "globex", role: "admin" },
];
const projects = [
  { tenant: "acme", name: "acme takeover plan" },
  { tenant: "globex", name: "globex website" },
];

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!memberships.some((membership) => membership.user === user)) return void res.sendStatus(401);
  res.locals.user = user;
  next();
});

app.use((req, res, next) => {
  const wanted = req.get("X-Tenant");
  const membership = memberships.find(({ user, tenant }) => user === res.locals.user && tenant === wanted);
  if (!membership) return void res.sendStatus(404);
  res.locals.tenant = membership.tenant;
  res.locals.role = membership.role;
  next();
});

function requireAdmin(_req: Request, res: Response, next: NextFunction) {
  if (res.locals.role !== "admin") return void res.sendStatus(403);
  next();
}

app.get("/projects", (_req, res) => {
  res.json(projects.filter(({ tenant }) => tenant === res.locals.tenant));
});

app.post("/members", requireAdmin, (req, res) => {
  const added: Membership = { user: String(req.body.user), tenant: res.locals.tenant, role: "member" };
  memberships.push(added);
  res.status(201).json(added);
});
