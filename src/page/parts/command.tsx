/** What somebody can type at a terminal. */
export function Command({ text }: { readonly text: string }) {
  return (
    <pre class="command">
      <code>{text}</code>
    </pre>
  );
}
