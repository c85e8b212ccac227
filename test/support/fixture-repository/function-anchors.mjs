/** Functions that a decision is about, and what has become of each at the end of the history. */
export const FUNCTION_ANCHORS = [
  // Moved to the end of its file, unchanged.
  { decision: "integer-cents", symbol: "roundTotals", state: "holds" },
  // Moved with its folder.
  { decision: "pg-driver", symbol: "openPool", state: "holds" },
  { decision: "error-codes", symbol: "toResponse", state: "holds" },
  { decision: "redis-cache", symbol: "writeCache", state: "holds" },
  { decision: "bullmq-queue", symbol: "runWorker", state: "holds" },
  // In a file that was renamed, once or twice.
  { decision: "csv-stream", symbol: "orderToCsv", state: "holds" },
  { decision: "webhook-signature", symbol: "verifySender", state: "holds" },
  // In a file that was split, on the side that stayed.
  { decision: "soft-delete", symbol: "removeCustomer", state: "holds" },
  // In files with plain edits elsewhere.
  { decision: "optimistic-lock", symbol: "saveOrder", state: "holds" },
  { decision: "refund-window", symbol: "requestRefund", state: "holds" },
  { decision: "image-resize", symbol: "productFeed", second: true, state: "holds" },
  // Written anew with its whole file.
  { decision: "retry-jitter", symbol: "nextDelay", state: "changed" },
  { decision: "trigram-search", symbol: "searchProducts", state: "changed" },
  // Written anew while the rest of its file stayed.
  { decision: "reserve-stock", symbol: "reserveStock", state: "changed" },
  // Its neighbour was written anew.
  { decision: "checkout-once", symbol: "postCheckout", state: "holds" },
  // Taken out of a file that stayed.
  { decision: "session-cookies", symbol: "renewSession", state: "gone" },
  // Gone with its file, at once or after a move.
  { decision: "image-resize", symbol: "storeImage", state: "gone" },
  { decision: "flags-table", symbol: "isEnabled", state: "gone" },
  { decision: "graphql-admin", symbol: "resolveStaff", state: "gone" },
];
