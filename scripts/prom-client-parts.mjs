// The package's own index also loads what talks to other servers and other processes, and what measures Node itself.
export { default as Counter } from "../node_modules/prom-client/lib/counter.js";
export { default as Gauge } from "../node_modules/prom-client/lib/gauge.js";
export { default as Histogram } from "../node_modules/prom-client/lib/histogram.js";
export { default as Registry } from "../node_modules/prom-client/lib/registry.js";
export { default as Summary } from "../node_modules/prom-client/lib/summary.js";
