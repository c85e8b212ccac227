import express from "express";

type Task = { id: string; team: string; author: string; text: string };

export const app = express();
const TEAMS = new Map([["owner", "acme"], ["member", "acme"], ["outsider", "globex"]]);
let tasks: Task[] = [
  { id: "1", team: "acme", author: "owner", text: "close the deal" },
  { id: "2", team: "acme", author: "member", text: "order chairs" },
  { id: "3", team: "globex", author: "outsider", text: "say hello" },
];

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!TEAMS.has(user)) return void res.sendStatus(401);
  res.locals.user = user;
  res.locals.team = TEAMS.get(user);
  next();
});

const canDelete = (user: string, task: Task) => user === "owner" || task.author === user;

app.get("/tasks", (_req, res) => void res.json(tasks.filter(({ team }) => team === res.locals.team)));

app.delete("/tasks/:id", (req, res) => {
  const task = tasks.find(({ id, team }) => id === req.params.id && team === res.locals.team);
  if (!task) return void res.sendStatus(404);
  if (!canDelete(res.locals.user, task)) return void res.sendStatus(403);
  tasks = tasks.filter((other) => other !== task);
  res.sendStatus(204);
});

app.post("/tasks/bulk-delete", (req, res) => {
  const ids = new Set<unknown>(Array.isArray(req.body?.ids) ? req.body.ids : []);
  const found = tasks.filter(({ id, team }) => ids.has(id) && team === res.locals.team);
  if (found.length === 0 || found.length !== ids.size) return void res.sendStatus(404);
  if (!found.every((task) => canDelete(res.locals.user, task))) return void res.sendStatus(403);
  tasks = tasks.filter((task) => !found.includes(task));
  res.json({ deleted: found.length });
});
