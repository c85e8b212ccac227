import { Dialog } from "../parts/dialog.tsx";
import { useStore } from "../state/store.ts";
import { strings } from "../strings.ts";
import { knownShortcuts, shortcutsAreOn, switchShortcuts } from "./shortcuts.ts";

/** The keys that do something here, and a switch for all of them. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const isOn = useStore(shortcutsAreOn);
  return (
    <Dialog title={strings.shortcuts.title} onClose={onClose}>
      <dl class="shortcuts">
        {knownShortcuts().map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => switchShortcuts(event.currentTarget.checked)}
        />
        {strings.shortcuts.areOn}
      </label>
    </Dialog>
  );
}
