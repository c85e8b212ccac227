import { inProject } from "../net/project.ts";
import { href } from "../route/address.ts";

/** Ids of decisions, each a link to its page. */
export function DecisionIds({
  ids,
  project,
}: {
  readonly ids: readonly string[];
  readonly project?: string | undefined;
}) {
  return (
    <ul class="ids">
      {ids.map((id) => (
        <li key={id}>
          <RecordId id={id} project={project} />
        </li>
      ))}
    </ul>
  );
}

/** The id of a record: a link if there is a page for it. */
export function RecordId({ id, project }: { readonly id: string; readonly project?: string | undefined }) {
  const to = pageOf(id);
  return to === undefined ? (
    <code>{id}</code>
  ) : (
    <a href={href(to, project === undefined ? {} : inProject(project))}>
      <code>{id}</code>
    </a>
  );
}

function pageOf(id: string): string | undefined {
  if (id.startsWith("dec_")) return `/decisions/${encodeURIComponent(id)}`;
  return id.startsWith("sk_") ? `/skills/${encodeURIComponent(id)}` : undefined;
}
