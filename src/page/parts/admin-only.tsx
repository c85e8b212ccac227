import type { ComponentChildren } from "preact";
import type { PageSession } from "../net/page-types.ts";
import { useSession } from "../net/use-session.ts";
import { strings } from "../strings.ts";
import { Command } from "./command.tsx";
import { Empty } from "./states.tsx";

/** The server decides; this only says so before it would refuse. */
export const isAdmin = ({ role }: PageSession): boolean => role === "admin";

/** What only an admin may see, or how to become one. */
export function AdminOnly({ children }: { readonly children: () => ComponentChildren }) {
  const session = useSession();
  if (isAdmin(session)) return <>{children()}</>;
  return (
    <Empty title={strings.admin.title}>
      {session.readsOnly ? (
        <>
          <p>{strings.admin.readsOnly}</p>
          <Command text={strings.admin.command} />
        </>
      ) : (
        <p>{strings.admin.text(session.role)}</p>
      )}
    </Empty>
  );
}
