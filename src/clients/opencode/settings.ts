import type { Client, Places } from "../client.ts";
import { SERVER_NAME } from "../our-entries.ts";
import { secondsFor, serverWords } from "../program.ts";
import { PLUGIN_MARK, pluginText } from "./plugin-text.ts";

/** The same on all platforms. */
const folderOf = ({ variables, join, userHome }: Places): string =>
  variables["OPENCODE_CONFIG_DIR"] ||
  join(variables["XDG_CONFIG_HOME"] || join(userHome, ".config"), "opencode");

export const opencode: Client = {
  name: "opencode",
  title: "opencode",
  scopes: ["user", "project"],
  traces: (places) => [folderOf(places)],
  settings(scope, places, program) {
    const { join, project } = places;
    const folder = scope === "user" ? folderOf(places) : project;
    const plugins = join(scope === "user" ? folder : join(project, ".opencode"), "plugins");
    return [
      {
        format: "json",
        path: join(folder, "opencode.json"),
        // It reads both, and people have either.
        otherwise: join(folder, "opencode.jsonc"),
        // It adds this itself when it starts.
        required: { $schema: "https://opencode.ai/config.json" },
        server: {
          at: ["mcp", SERVER_NAME],
          value: { type: "local", command: [...serverWords(program)], enabled: true },
        },
      },
      {
        format: "own",
        path: join(plugins, `${SERVER_NAME}.js`),
        text: pluginText(program, secondsFor("prompt", program)),
        mark: PLUGIN_MARK,
      },
    ];
  },
  packages(places) {
    const { join, project } = places;
    return [folderOf(places), project]
      .flatMap((folder) => [join(folder, "opencode.json"), join(folder, "opencode.jsonc")])
      .map((path) => ({
        path,
        format: "json",
        named: listedPlugin,
        removal: "remove it from the list `plugin` in that file:",
      }));
  },
  startsInProject: true,
};

/** `{"plugin": ["membria@1.0.0"]}`: a package. Files are in a folder of their own. */
function listedPlugin(content: unknown): string | undefined {
  const { plugin } = (content ?? {}) as { readonly plugin?: unknown };
  if (!Array.isArray(plugin)) return undefined;
  const names = plugin.map((one: unknown) => (Array.isArray(one) ? one[0] : one)) as unknown[];
  return names.find((name) => typeof name === "string" && /^(?:opencode-)?membria(?:@|$)/.test(name)) as
    | string
    | undefined;
}
