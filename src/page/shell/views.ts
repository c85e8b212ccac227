import type { ComponentType } from "preact";
import { strings } from "../strings.ts";

/** The properties of a view: the rest of the path after its own, such as the id of a decision. */
export interface ViewProps {
  readonly rest: string | undefined;
}

export interface View {
  /** The first part of the path. */
  readonly path: string;
  readonly title: string;
  /** The second key after `g`. */
  readonly key: string;
  readonly group: "work" | "knowledge" | "settings";
  /** Set if it stays as it is when only the rest of the path changes, such as what is in its focus. */
  readonly goesOn?: true;
  /** Its code is fetched when it is first opened. */
  readonly load: () => Promise<ComponentType<ViewProps>>;
}

const { views } = strings;

/** Every view, in the order of the navigation. */
export const VIEWS: readonly View[] = [
  {
    path: "/today",
    title: views.today,
    key: "t",
    group: "work",
    load: async () => (await import("../views/today/today-view.tsx")).TodayView,
  },
  {
    path: "/decisions",
    title: views.decisions,
    key: "d",
    group: "work",
    load: async () => (await import("../views/decisions/decisions-view.tsx")).DecisionsView,
  },
  {
    path: "/calibration",
    title: views.calibration,
    key: "c",
    group: "knowledge",
    load: async () => (await import("../views/calibration/calibration-view.tsx")).CalibrationView,
  },
  {
    path: "/graph",
    title: views.graph,
    key: "g",
    group: "knowledge",
    goesOn: true,
    load: async () => (await import("../views/graph/graph-view.tsx")).GraphView,
  },
  {
    path: "/skills",
    title: views.skills,
    key: "s",
    group: "knowledge",
    load: async () => (await import("../views/skills/skills-view.tsx")).SkillsView,
  },
  {
    path: "/threats",
    title: views.threats,
    key: "r",
    group: "knowledge",
    load: async () => (await import("../views/threats/threats-view.tsx")).ThreatsView,
  },
  {
    path: "/sessions",
    title: views.sessions,
    key: "e",
    group: "knowledge",
    load: async () => (await import("../views/sessions/sessions-view.tsx")).SessionsView,
  },
  {
    path: "/audit",
    title: views.audit,
    key: "a",
    group: "settings",
    load: async () => (await import("../views/audit/audit-view.tsx")).AuditView,
  },
  {
    path: "/keys",
    title: views.keys,
    key: "k",
    group: "settings",
    load: async () => (await import("../views/keys/keys-view.tsx")).KeysView,
  },
  {
    path: "/team",
    title: views.team,
    key: "m",
    group: "settings",
    load: async () => (await import("../views/team/team-view.tsx")).TeamView,
  },
  {
    path: "/health",
    title: views.health,
    key: "h",
    group: "settings",
    load: async () => (await import("../views/health/health-view.tsx")).HealthView,
  },
];

/** The view of a path, and the rest of the path. `/` is the first one. */
export function viewOf(path: string): { readonly view: View; readonly rest: string | undefined } | undefined {
  const [, first = "", ...others] = path.split("/");
  const view = first === "" ? VIEWS[0] : VIEWS.find((one) => one.path === `/${first}`);
  if (!view) return undefined;
  const rest = others.join("/");
  return { view, rest: rest === "" ? undefined : decodeURIComponent(rest) };
}
