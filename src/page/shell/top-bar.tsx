import { connection } from "../net/events.ts";
import { ALL_PROJECTS, useShownProject } from "../net/project.ts";
import { type PageSession, signOut } from "../net/session.ts";
import { changeQuery, href } from "../route/address.ts";
import { useStore } from "../state/store.ts";
import { chooseTheme, THEMES, type Theme, theme } from "../state/theme.ts";
import { strings } from "../strings.ts";
import { say } from "./toasts.tsx";

export function TopBar({
  session,
  isMenuOpen,
  onMenu,
  onHelp,
}: {
  readonly session: PageSession;
  readonly isMenuOpen: boolean;
  readonly onMenu: () => void;
  readonly onHelp: () => void;
}) {
  return (
    <header class="top-bar">
      <button
        type="button"
        class="button quiet menu-button"
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        onClick={onMenu}
      >
        {strings.shell.menu}
      </button>
      <a class="brand" href={href("/today")}>
        {strings.shell.product}
      </a>
      <ProjectChooser session={session} />
      <Live />
      <div class="top-end">
        <ThemeChooser />
        <button type="button" class="button quiet" onClick={onHelp} aria-label={strings.shortcuts.title}>
          ?
        </button>
        <Person session={session} />
      </div>
    </header>
  );
}

function ProjectChooser({ session }: { readonly session: PageSession }) {
  const shown = useShownProject();
  const names = [...new Set([...session.projects, ...(shown === ALL_PROJECTS ? [] : [shown])])];
  if (session.project !== null) {
    return (
      <span class="project">
        <bdi>{session.project}</bdi>
      </span>
    );
  }
  return (
    <select
      class="project"
      aria-label={strings.shell.project}
      value={shown}
      onChange={(event) => changeQuery({ project: event.currentTarget.value })}
    >
      <option value={ALL_PROJECTS}>{strings.shell.allProjects}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Whether what others write appears by itself. */
function Live() {
  const now = useStore(connection);
  return (
    <span class={`live live-${now}`} role="status" title={strings.shell.connectionTitles[now]}>
      {strings.shell.connections[now]}
    </span>
  );
}

function ThemeChooser() {
  const chosen = useStore(theme);
  return (
    <select
      class="theme"
      aria-label={strings.shell.theme}
      value={chosen}
      onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {strings.shell.themes[one]}
        </option>
      ))}
    </select>
  );
}

function Person({ session }: { readonly session: PageSession }) {
  return (
    <details class="person">
      <summary>
        <bdi>{session.person}</bdi>
      </summary>
      <div class="person-card">
        <p>{strings.shell.roles[session.role]}</p>
        {session.readsOnly ? <p>{strings.shell.readsOnly}</p> : null}
        <p class="faint">{strings.shell.version(session.version)}</p>
        {session.expires_at === null ? null : (
          <button
            type="button"
            class="button"
            onClick={() => {
              signOut().catch((error: Error) => say(error.message, { tone: "problem" }));
            }}
          >
            {strings.shell.signOut}
          </button>
        )}
      </div>
    </details>
  );
}
