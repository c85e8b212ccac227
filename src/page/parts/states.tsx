import type { ComponentChildren } from "preact";
import type { CallFailure } from "../net/failure.ts";
import { type PageSession, useSession } from "../net/session.ts";
import type { Called } from "../net/use-call.ts";
import { strings } from "../strings.ts";

/** Nothing is there, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

export function Failed({
  failure,
  onRetry,
}: {
  readonly failure: CallFailure;
  readonly onRetry?: () => void;
}) {
  return (
    <div class="notice notice-problem" role="alert">
      <p>{failure.message}</p>
      {failure.hint ? <p>{failure.hint}</p> : null}
      {onRetry ? (
        <button type="button" class="button" onClick={onRetry}>
          {strings.parts.again}
        </button>
      ) : null}
    </div>
  );
}

export function Loading() {
  return (
    <p class="loading" role="status">
      {strings.parts.loading}
    </p>
  );
}

/** Shows an answer as soon as it is there, and until then that it is awaited, or why it does not come. */
export function Answer<T>({
  of: { data, failure, refresh },
  children,
}: {
  readonly of: Called<T>;
  readonly children: (data: T) => ComponentChildren;
}) {
  return (
    <>
      {failure ? <Failed failure={failure} onRetry={refresh} /> : null}
      {data !== undefined ? children(data) : failure ? null : <Loading />}
    </>
  );
}

/** The server decides; this only says so before it would refuse. */
export const isAdmin = ({ role }: PageSession): boolean => role === "admin";

/** Shows its children to an admin, and tells anybody else how to become one. */
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

/** A command that somebody can type at a terminal. */
export function Command({ text }: { readonly text: string }) {
  return (
    <pre class="command">
      <code>{text}</code>
    </pre>
  );
}
