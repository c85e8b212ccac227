import { createHmac, timingSafeEqual } from "node:crypto";
import express from "express";
import type { NextFunction, Request, Response } from "express";

export const app = express();
const STAFF = new Set(["member", "admin"]);
const SECRET = "provider-secret";
const payments = new Map([["1", { id: "1", card: "4242", amount: 900, status: "open" }]]);
const orders = [{ id: "7", payment: "1" }];

function requireStaff(req: Request, res: Response, next: NextFunction) {
  const user = req.headers.authorization?.replace("Bearer ", "") ?? ""; // stands in for your login
  if (!STAFF.has(user)) return void res.sendStatus(401);
  res.locals.user = user;
  next();
}

function onProviderEvent(req: Request, res: Response) {
  const expected = createHmac("sha256", SECRET).update(req.body).digest();
  const given = Buffer.from(req.get("X-Signature") ?? "", "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return void res.sendStatus(400);
  const event = JSON.parse(req.body.toString());
  const payment = payments.get(event.payment);
  if (payment) payment.status = event.status;
  res.sendStatus(204);
}

const paymentRoutes = express.Router();
paymentRoutes.get("/:id", (req, res) => {
  const payment = payments.get(req.params.id);
  res.status(payment ? 200 : 404).json(payment ?? {});
});
paymentRoutes.post("/:id/refund", (req, res) => {
  const payment = payments.get(req.params.id);
  if (payment) payment.status = "refunded";
  res.status(payment ? 200 : 404).json(payment ?? {});
});

// Before express.json(): the signature covers the raw body.
app.post("/payments/webhook", express.raw({ type: "application/json" }), onProviderEvent);
app.use(express.json());
app.use("/payments", requireStaff, paymentRoutes);
app.use(requireStaff);
app.get("/orders", (_req, res) => void res.json(orders));
