import { createHmac } from "node:crypto";
import express from "express";

export const app = express();
const TENANTS = new Map([["owner", "acme"], ["outsider", "ac"]]);
const objects = new Map([["/storage/acme/contract.pdf", "contract of acme"]]);
const files = [{ tenant: "acme", key: "acme/contract.pdf", name: "contract.pdf" }];
const sign = (text: string) => createHmac("sha256", "storage-key").update(text).digest("hex");

function signedLink(method: "GET" | "PUT", key: string) { // stands in for your storage and its CDN
  const { pathname } = new URL(`/storage/${key}`, "https://cdn.example");
  return `${pathname}?signature=${sign(`${method} ${pathname}`)}`;
}

app.use("/storage", express.text({ type: () => true }), (req, res) => {
  const path = req.baseUrl + req.path;
  if (req.query.signature !== sign(`${req.method} ${path}`)) return void res.sendStatus(403);
  if (req.method === "PUT") objects.set(path, req.body);
  res.status(objects.has(path) ? 200 : 404).send(objects.get(path));
});

app.use(express.json(), (req, res, next) => {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!TENANTS.has(user)) return void res.sendStatus(401);
  res.locals.tenant = TENANTS.get(user);
  next();
});

app.get("/files", (_req, res) => void res.json(files.filter(({ tenant }) => tenant === res.locals.tenant)));

app.post("/uploads", (req, res) => {
  const name = String(req.body?.name);
  const key = `${res.locals.tenant}/${name}`;
  files.push({ tenant: res.locals.tenant, key, name });
  res.status(201).json({ key, url: signedLink("PUT", key) });
});

app.post("/downloads", (req, res) => {
  const key = String(req.body?.key);
  if (!key.startsWith(res.locals.tenant)) return void res.sendStatus(404);
  res.status(201).json({ url: signedLink("GET", key) });
});
