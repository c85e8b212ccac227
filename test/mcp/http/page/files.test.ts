import { describe, expect, it } from "vitest";
import { json, openHttp } from "../open-http.ts";
import { openPage, pageSettings, SHELL } from "./open-page.ts";

const HTML = { Accept: "text/html,application/xhtml+xml" };

describe("the files of the page", () => {
  it.each([
    "/",
    "/today",
    "/decisions",
    "/decisions/dec_000001?q=x",
    "/calibration",
    "/graph",
    "/graph/dec_000001",
    "/health",
  ])("a browser gets the document at %s", async (path) => {
    const { url } = await openPage();
    const response = await fetch(`${url}${path}`, { headers: HTML });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toBe(SHELL);
  });

  it("with a policy that allows no foreign and no inline script, and no frame around it", async () => {
    const { url } = await openPage();
    for (const path of ["/", "/page/assets/main-1.js", "/page/session", "/page/assets/none.js"]) {
      const { headers } = await fetch(`${url}${path}`, { headers: HTML });
      const policy = headers.get("content-security-policy");
      expect(policy, path).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(policy, path).not.toContain("unsafe");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("referrer-policy"), path).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    }
  });

  it("an asset is kept by the browser for good, and compressed for one that takes it", async () => {
    const { url } = await openPage();
    const response = await fetch(`${url}/page/assets/main-1.js`);
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.text()).toBe("export {};\n");
  });

  it.each(["none.js", "..%2Findex.html", "..%2F..%2F..%2Fetc%2Fpasswd", ".", "%00", "main-1.js%00"])(
    "there is no asset %s",
    async (name) => {
      const { url } = await openPage();
      const response = await fetch(`${url}/page/assets/${name}`);
      expect(response.status).toBe(404);
    },
  );

  it("what is no browser gets the endpoint of the protocol, as before", async () => {
    const { url } = await openPage();
    const response = await fetch(url);
    expect(response.status).toBe(401);
    expect((await fetch(`${url}/today`)).status).toBe(404);
  });

  it("a page that was not built says so", async () => {
    const { url } = await openHttp({ page: pageSettings(undefined) });
    const response = await fetch(url, { headers: HTML });
    expect(response.status).toBe(404);
    expect(await json(response)).toMatchObject({
      error: { message: expect.stringContaining("npm run build"), details: { reason: "page_not_built" } },
    });
  });
});
