import { randomUUID } from "node:crypto";
import express from "express";
import type { Response } from "express";

type User = { id: string; name: string; email: string; password: string; resetToken?: string };
type PublicUser = Omit<User, "email" | "password" | "resetToken">;

export const app = express();
const users = new Map<string, User>([
  ["owner", { id: "owner", name: "The owner", email: "owner@acme.example", password: "hash-1" }],
  ["colleague", { id: "colleague", name: "A colleague", email: "c@acme.example", password: "hash-2" }],
]);

app.use(express.json());

app.post("/password-resets", (req, res) => {
  const user = users.get(String(req.body?.user));
  if (user) user.resetToken = randomUUID(); // sent by mail
  res.sendStatus(202);
});

app.post("/passwords", (req, res) => {
  const token = String(req.body?.token);
  const user = [...users.values()].find(({ resetToken }) => resetToken === token);
  if (!user) return void res.sendStatus(400);
  user.password = String(req.body.password);
  delete user.resetToken;
  res.json({ changed: user.id });
});

app.use((req, res, next) => {
  const user = users.get(req.headers.authorization?.replace("Bearer ", "") ?? ""); // stands in for your login
  if (!user) return void res.sendStatus(401);
  res.locals.user = user;
  next();
});

function findPublicUser(id: string): PublicUser | undefined {
  return users.get(id);
}

app.get("/users/:id", (req, res: Response<PublicUser>) => {
  const user = findPublicUser(req.params.id);
  if (!user) return void res.sendStatus(404);
  res.json(user);
});

app.get("/me", (_req, res) => {
  const { id, name, email }: User = res.locals.user;
  res.json({ id, name, email });
});
