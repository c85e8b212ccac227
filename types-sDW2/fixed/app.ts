import express from "express";

type Article = { title: string; status: string };

export const app = express();
const ROLES = new Map([["admin", "editor"], ["member", "reader"]]);
const RESTRICTED = new Set(["draft", "archived"]);
const articles: Article[] = [
  { title: "Opening hours", status: "published" },
  { title: "Closing the Berlin office", status: "draft" },
  { title: "Old prices", status: "archived" },
];

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!ROLES.has(user)) return void res.sendStatus(401);
  res.locals.role = ROLES.get(user);
  next();
});

function findAll(where: Partial<Article>) { // stands in for your ORM
  const matches = (article: Article, key: string, wanted: unknown) =>
    [wanted].flat().includes(article[key as keyof Article]);
  return articles.filter((a) => Object.entries(where).every(([key, wanted]) => matches(a, key, wanted)));
}

function parseStatus(value: unknown = "published") {
  return ["published", "draft", "archived"].find((status) => status === value);
}

app.get("/articles", (req, res) => {
  const status = parseStatus(req.query.status);
  if (!status) return void res.sendStatus(400);
  if (RESTRICTED.has(status) && res.locals.role !== "editor") return void res.sendStatus(403);
  res.json(findAll({ status }));
});

app.post("/articles/search", (req, res) => {
  const status = parseStatus(req.body?.status);
  if (!status) return void res.sendStatus(400);
  if (RESTRICTED.has(status) && res.locals.role !== "editor") return void res.sendStatus(403);
  const word = String(req.body?.word ?? "");
  res.json(findAll({ status }).filter(({ title }) => title.includes(word)));
});
