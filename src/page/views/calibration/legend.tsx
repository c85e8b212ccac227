/** What the marks of a diagram mean: each is drawn as it is there, with a word. */
export function Legend({ entries }: { readonly entries: readonly (readonly [string, string])[] }) {
  return (
    <ul class="legend plain">
      {entries.map(([kind, word]) => (
        <li key={kind}>
          <svg class={`chart key-${kind}`} width="28" height="16" aria-hidden="true">
            <Key kind={kind} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}

function Key({ kind }: { readonly kind: string }) {
  switch (kind) {
    case "dot":
      return (
        <g class="bin">
          <circle class="point" cx="14" cy="8" r="5" />
        </g>
      );
    case "hollow":
      return (
        <g class="bin few">
          <circle class="point" cx="14" cy="8" r="5" />
        </g>
      );
    case "interval":
      return (
        <g class="bin">
          <path class="whisker" d="M10,2h8M14,2V14M10,14h8" />
        </g>
      );
    case "band":
      return <rect class="band" x="2" y="3" width="24" height="10" />;
    default:
      return <line class={kind} x1="2" x2="26" y1="8" y2="8" />;
  }
}
