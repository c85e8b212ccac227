import { fileText } from "./code.mjs";

const SOURCES = {
  server: ["startServer", "stopServer", "registerRoutes", "addHooks", "handleRequest"],
  config: ["readConfig", "checkConfig", "defaultPort", "secretNames"],
  "routes/orders": ["getOrders", "getOrder", "postOrder", "cancelOrder"],
  "routes/customers": ["getCustomer", "postCustomer", "patchCustomer", "listInvoices"],
  "routes/products": ["getProducts", "getProduct", "relatedProducts", "productFeed"],
  "routes/checkout": [
    "postCheckout",
    "reserveStock",
    "applyVoucher",
    "confirmCheckout",
    "checkoutSummary",
    "shippingChoices",
    "giftWrap",
  ],
  "routes/health": ["getHealth", "getReadiness", "getVersion"],
  "routes/webhooks": ["receiveWebhook", "verifySender", "routeEvent", "storeEvent"],
  "routes/admin": ["getDashboard", "listStaff", "changeRole", "lockAccount"],
  "orders/repository": ["listOrders", "findOrder", "saveOrder", "loadItems", "archiveOrders", "countOrders"],
  "orders/totals": ["sumItems", "roundTotals", "addTax", "applyDiscount", "shippingCost"],
  "orders/status": ["nextStatus", "allowedStatus", "describeStatus", "statusHistory"],
  "orders/export": ["exportOrders", "orderToCsv", "exportHeader", "exportName"],
  "customers/repository": [
    "findCustomer",
    "saveCustomer",
    "removeCustomer",
    "mergeCustomers",
    "customerOrders",
    "customerNotes",
    "addressesOf",
    "defaultAddress",
  ],
  "customers/passwords": ["hashPassword", "verifyPassword", "passwordRules", "resetPassword"],
  "customers/sessions": [
    "openSession",
    "readSession",
    "renewSession",
    "closeSession",
    "sessionOwner",
    "purgeSessions",
  ],
  "customers/addresses": ["formatAddress", "checkAddress", "countryNames", "postalRules"],
  "products/repository": ["findProduct", "saveProduct", "listCategories", "productVariants"],
  "products/search": ["searchProducts", "buildQuery", "rankHits", "highlightHits", "suggestTerms"],
  "products/prices": ["priceOf", "pricesFor", "priceHistory", "importPrices"],
  "products/images": ["storeImage", "thumbnailUrl", "removeImage", "imageSizes"],
  "payments/provider": ["chargeCard", "capturePayment", "voidPayment", "providerStatus", "savedCards"],
  "payments/refunds": ["requestRefund", "approveRefund", "refundAmount", "refundReasons"],
  "payments/retries": ["nextDelay", "retryPayment", "giveUp", "retrySchedule", "retryReport"],
  "payments/ledger": ["bookPayment", "balanceOf", "closeDay", "ledgerEntries"],
  "jobs/queue": ["enqueueJob", "runWorker", "failJob", "queueSizes"],
  "jobs/mails": ["sendMail", "renderMail", "mailQueue", "bounceMail"],
  "jobs/cleanup": ["cleanCarts", "cleanUploads", "cleanSchedule"],
  "jobs/reports": ["dailyReport", "weeklyReport", "reportRows", "mailReport"],
  "lib/database": ["openPool", "runQuery", "withTransaction", "migrateSchema", "closePool"],
  "lib/cache": ["readCache", "writeCache", "dropCache", "cacheKey"],
  "lib/log": ["createLog", "logLevel", "redactFields", "requestLog"],
  "lib/time": ["formatDate", "addDays", "startOfDay", "parseDate"],
  "lib/http": ["callService", "buildHeaders", "readBody", "serviceUrl"],
  "lib/errors": ["toResponse", "wrapError", "errorText", "reportError"],
  "lib/ids": ["newOrderId", "newCustomerId", "parseId", "shortId"],
  "lib/validate": ["validateBody", "validateQuery", "describeProblem", "schemaFor"],
  "lib/metrics": ["countEvent", "observeDuration", "metricsPage", "metricLabels"],
  "lib/flags": ["isEnabled", "listFlags", "setFlag", "flagAudience"],
  "lib/csv": ["quoteCell", "joinRow", "parseRow"],
  "lib/runtime": ["currentStore", "currentMetrics", "finishCall"],
  types: ["checkOrderType", "checkCustomerType", "checkProductType"],
};

const DOCUMENTS = {
  "README.md": [
    "# Shop",
    "",
    "The service behind the shop: orders, customers, products, payments.",
    "",
    "## Development",
    "",
    "`npm start` runs the service on port 3000.",
  ],
  "CHANGELOG.md": ["# Changelog", "", "## Unreleased"],
  "docs/architecture.md": [
    "# Architecture",
    "",
    "Routes call modules, modules call the database.",
    "",
    "## Modules",
  ],
  "docs/api.md": [
    "# API",
    "",
    "All answers are JSON.",
    "",
    "## Orders",
    "",
    "`GET /orders` lists orders, newest first.",
  ],
  "docs/deploy.md": ["# Deploying", "", "Every merge to main is deployed to staging.", "", "## Steps"],
  "docs/runbook.md": ["# Runbook", "", "What to do when an alert rings.", "", "## Alerts"],
};

const MANIFEST = {
  name: "shop",
  version: "0.1.0",
  private: true,
  type: "module",
  scripts: { start: "node dist/server.js", test: "vitest run" },
  dependencies: { fastify: "^4.28.0", dotenv: "^16.4.0", undici: "^6.19.0" },
  devDependencies: { typescript: "^5.5.0", vitest: "^2.0.0" },
};

/** What the first commit has. */
export function firstFiles() {
  const created = [];
  for (const [name, symbols] of Object.entries(SOURCES)) {
    const library = name.includes("/") ? "../lib" : "./lib";
    created.push([`src/${name}.ts`, fileText({ topic: name.split("/").at(-1), symbols, library })]);
  }
  for (const [path, lines] of Object.entries(DOCUMENTS)) created.push([path, `${lines.join("\n")}\n`]);
  created.push(["package.json", `${JSON.stringify(MANIFEST, null, 2)}\n`]);
  created.push([".gitignore", "node_modules/\ndist/\n"]);
  return created.map(([path, text]) => ({ kind: "create", path, text }));
}
