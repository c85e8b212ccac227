import { percent } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { href, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { type Calibration, shownScore } from "./figures.ts";

const { calibration: words } = strings;

type Rate = Calibration["total"];
interface Row extends Rate {
  readonly label: string;
  /** The query that the address gets when somebody chooses it. */
  readonly filter: Readonly<Record<string, string>>;
}

/** Each row with its interval as a bar, and a link that narrows the view to it. */
export function RateTable({
  title,
  column,
  rows,
}: {
  readonly title: string;
  readonly column: string;
  readonly rows: readonly Row[];
}) {
  const { query } = useAddress();
  const { columns } = words;
  if (rows.length === 0) return null;
  const chosen = Object.fromEntries(query);
  return (
    <section class="panel">
      <h2>{title}</h2>
      <p class="faint rate-lead">{words.tablesLead}</p>
      <div class="table-scroll">
        <table class="data-table rate-table">
          <caption class="only-read">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">{columns.worked}</th>
              <th scope="col">{columns.meanStated}</th>
              <th scope="col" class="wide-column">
                {columns.rate}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">
                  <a href={href("/calibration", { ...chosen, ...row.filter })}>
                    <Stored text={row.label} />
                  </a>
                </th>
                <td>
                  {shownScore(row.worked)} / {row.outcomes}
                </td>
                <td>{row.mean_confidence === null ? "–" : percent(row.mean_confidence)}</td>
                <td>
                  <RateBar rate={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function RateBar({ rate: { rate, low, high, mean_confidence } }: { readonly rate: Rate }) {
  if (rate === null || low === null || high === null) return <span class="faint">–</span>;
  const x = (share: number): number => 4 + share * 80;
  return (
    <span class="table-rate">
      <svg class="chart" width="88" height="18" aria-hidden="true">
        <line class="grid" x1={x(0)} x2={x(1)} y1="9" y2="9" />
        <line class="span" x1={x(low)} x2={x(high)} y1="9" y2="9" />
        <circle class="mean" cx={x(rate)} cy="9" r="3.5" />
        {mean_confidence === null ? null : (
          <line class="mark-stated" x1={x(mean_confidence)} x2={x(mean_confidence)} y1="1" y2="17" />
        )}
      </svg>
      <span>
        {percent(low)}–{percent(high)}
      </span>
    </span>
  );
}
