import { href, useAddress } from "../route/address.ts";

/** Parts of a view, each with its own address. The first one is there without being named. */
export function Tabs<T extends string>({
  label,
  names,
  current,
}: {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly current: T;
}) {
  const { path } = useAddress();
  const all = Object.entries(names) as [T, string][];
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {all.map(([name, title], i) => (
          <li key={name}>
            <a
              href={href(path, { tab: i === 0 ? undefined : name })}
              aria-current={name === current ? "page" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The part that the address names. */
export function tabIn<T extends string>(query: URLSearchParams, names: Readonly<Record<T, string>>): T {
  const known = Object.keys(names) as [T, ...T[]];
  return known.find((name) => name === query.get("tab")) ?? known[0];
}
