import express from "express";

type User = {
  id: string;
  name: string;
  role: "member" | "admin";
  settings: { theme: string; locale: string; exportRows: number };
};
interface UpdateProfile {
  name?: string;
  settings?: { theme?: string; locale?: string };
}

export const app = express();
const settings = { theme: "light", locale: "en", exportRows: 100 };
const users = new Map<string, User>([
  ["member", { id: "member", name: "New here", role: "member", settings: { ...settings } }],
  ["admin", { id: "admin", name: "Root", role: "admin", settings: { ...settings } }],
]);

app.use(express.json(), (req, res, next) => {
  const user = users.get(req.headers.authorization?.replace("Bearer ", "") ?? ""); // stands in for your login
  if (!user) return void res.sendStatus(401);
  res.locals.user = user;
  next();
});

app.get("/me", (_req, res) => {
  res.json(res.locals.user);
});

app.patch("/me", (req, res) => {
  const user: User = res.locals.user;
  const { settings = {}, ...profile } = req.body as UpdateProfile;
  Object.assign(user, profile, { settings: { ...user.settings, ...settings } });
  res.json(user);
});

app.get("/admin/users", (_req, res) => {
  if (res.locals.user.role !== "admin") return void res.sendStatus(403);
  res.json([...users.values()]);
});
