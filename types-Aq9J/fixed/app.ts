import express from "express";

type Doc = { id: string; text: string };

export const app = express();
const USERS = new Set(["owner", "member", "outsider"]);
const documents: Doc[] = [
  { id: "1", text: "contract of acme" },
  { id: "2", text: "letter of globex" },
];
const shares = [
  { documentId: "1", user: "owner", edit: true },
  { documentId: "1", user: "member", edit: false },
  { documentId: "2", user: "outsider", edit: true },
];

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!USERS.has(user)) return void res.sendStatus(401);
  res.locals.user = user;
  next();
});

async function findShare(user: string, documentId: string) { // stands in for your database
  return shares.find((share) => share.user === user && share.documentId === documentId);
}

async function canView(user: string, doc: Doc) {
  return (await findShare(user, doc.id)) !== undefined;
}

async function canEdit(user: string, doc: Doc) {
  return (await findShare(user, doc.id))?.edit === true;
}

app.get("/documents", async (_req, res) => {
  const visible: Doc[] = [];
  for (const doc of documents) if (await canView(res.locals.user, doc)) visible.push(doc);
  res.json(visible);
});

app.put("/documents/:id", async (req, res) => {
  const doc = documents.find(({ id }) => id === req.params.id);
  if (!doc || !(await canEdit(res.locals.user, doc))) return void res.sendStatus(404);
  doc.text = String(req.body.text);
  res.json(doc);
});
