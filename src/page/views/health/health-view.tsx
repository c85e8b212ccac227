import { useSession } from "../../net/use-session.ts";
import { isAdmin } from "../../parts/admin-only.tsx";
import { Page } from "../../parts/page.tsx";
import { strings } from "../../strings.ts";
import { Checks } from "./checks.tsx";
import { UsageFigures } from "./usage-figures.tsx";

const { health: words } = strings;

/** Whether everything is in order, and how much the memory is used. */
export function HealthView() {
  const session = useSession();
  const mayCheck = isAdmin(session) && session.project === null;
  return (
    <Page title={strings.views.health} lead={words.lead}>
      <div class="stack">
        {mayCheck ? <Checks /> : <p class="notice">{words.forAdmins}</p>}
        <UsageFigures />
      </div>
    </Page>
  );
}
