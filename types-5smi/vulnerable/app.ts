import { randomUUID } from "node:crypto";
import express from "express";

type Invitation = { token: string; tenant: string; role: string; status: "open" | "accepted" };

export const app = express();
const USERS = new Set(["owner", "member", "outsider"]);
const memberships = [{ user: "owner", tenant: "acme", role: "admin" }];
const invitations: Invitation[] = [];

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!USERS.has(user)) return void res.sendStatus(401);
  res.locals.user = user;
  next();
});

function findFirst(where: Partial<Invitation>) { // stands in for Prisma, also in leaving undefined out
  const conditions = Object.entries(where).filter(([, wanted]) => wanted !== undefined);
  return invitations.find((row) => conditions.every(([key, is]) => row[key as keyof Invitation] === is));
}

app.post("/tenants/:tenant/invitations", (req, res) => {
  const { tenant } = req.params;
  const own = memberships.find((row) => row.user === res.locals.user && row.tenant === tenant);
  if (own?.role !== "admin") return void res.sendStatus(404);
  const role = req.body?.role === "admin" ? "admin" : "member";
  invitations.push({ token: randomUUID(), tenant, role, status: "open" });
  res.status(201).json(invitations.at(-1));
});

app.get("/invitations/preview", (req, res) => {
  const invitation = findFirst({ token: req.query.token as string, status: "open" });
  if (!invitation) return void res.sendStatus(404);
  res.json({ tenant: invitation.tenant, role: invitation.role });
});

app.post("/invitations/accept", (req, res) => {
  const { token } = req.body as { token: string };
  const invitation = findFirst({ token, status: "open" });
  if (!invitation) return void res.sendStatus(404);
  invitation.status = "accepted";
  memberships.push({ user: res.locals.user, tenant: invitation.tenant, role: invitation.role });
  res.status(201).json(memberships.at(-1));
});

app.get("/memberships", (_req, res) => {
  res.json(memberships.filter(({ user }) => user === res.locals.user));
});
