import * as fc from "fast-check";

/** The same cases in every run, so that a change is judged by what it does. The full check tries others each time. */
if (process.env["MEMBRIA_SOAK"] !== "1") fc.configureGlobal({ seed: 19 });
