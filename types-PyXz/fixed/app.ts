import express from "express";
import type { NextFunction, Request, Response } from "express";

type Subscription = { user: string; project: string; queue: string[] }; // stands in for an open response

export const app = express();
const projects = new Map([["1", { owner: "owner", members: new Set(["owner", "member", "colleague"]) }]]);
const messages: { project: string; text: string }[] = [];
const subscriptions = new Map<string, Subscription>();
let opened = 0;

app.use(express.json(), (req, res, next) => {
  res.locals.user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!res.locals.user) return void res.sendStatus(401);
  next();
});

const isMember = (user: string, project: string) => projects.get(project)?.members.has(user) === true;

function requireMember(req: Request<{ id: string }>, res: Response, next: NextFunction) {
  if (!isMember(res.locals.user, req.params.id)) return void res.sendStatus(404);
  next();
}

function publish(project: string, text: string) {
  for (const subscription of subscriptions.values()) {
    if (subscription.project !== project || !isMember(subscription.user, project)) continue;
    subscription.queue.push(text);
  }
}

function closeStreams(user: string, project: string) {
  for (const [id, open] of subscriptions) {
    if (open.user === user && open.project === project) subscriptions.delete(id);
  }
}

app.post("/projects/:id/subscriptions", requireMember, (req, res) => {
  const id = String(++opened);
  subscriptions.set(id, { user: res.locals.user, project: req.params.id, queue: [] });
  res.status(201).json({ id });
});

app.get("/subscriptions/:id/events", (req, res) => {
  const subscription = subscriptions.get(req.params.id);
  if (subscription?.user !== res.locals.user) return void res.sendStatus(404);
  const events = subscription?.queue.splice(0) ?? [];
  res.type("text/event-stream").send(events.map((text) => `data: ${text}\n\n`).join(""));
});

app.get("/projects/:id/messages", requireMember, (req, res) => {
  res.json(messages.filter(({ project }) => project === req.params.id));
});

app.post("/projects/:id/messages", requireMember, (req, res) => {
  const message = { project: req.params.id, text: String(req.body?.text) };
  messages.push(message);
  publish(message.project, message.text);
  res.status(201).json(message);
});

app.delete("/projects/:id/members/:user", requireMember, (req, res) => {
  const project = projects.get(req.params.id);
  if (project?.owner !== res.locals.user) return void res.sendStatus(403);
  project?.members.delete(String(req.params.user));
  closeStreams(String(req.params.user), req.params.id);
  res.sendStatus(204);
});
