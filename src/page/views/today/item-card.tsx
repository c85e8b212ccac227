import { useId, useState } from "preact/hooks";
import type { TodayItem } from "../../../tools/page/today.ts";
import { ALL_PROJECTS, shownProject } from "../../net/project.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";
import { type Choice, choicesFor, wordsOf } from "./answers.ts";
import { ItemBody } from "./item-body.tsx";

const { today: words } = strings;

export interface ItemCardProps {
  readonly item: TodayItem;
  readonly mayAnswer: boolean;
  readonly lesson: string;
  readonly onLesson: (text: string) => void;
  readonly onChoose: (choice: Choice) => void;
  readonly onSkip: () => void;
}

export function ItemCard({ item, mayAnswer, lesson, onLesson, onChoose, onSkip }: ItemCardProps) {
  const id = useId();
  return (
    <article class="panel item" tabIndex={-1} aria-labelledby={id} data-item={item.id}>
      <header class="item-head">
        <h2 id={id}>{words.questions[item.kind]}</h2>
        {shownProject() === ALL_PROJECTS ? (
          <span class="faint small">
            <Stored text={item.project} />
          </span>
        ) : null}
      </header>
      <ItemBody item={item} />
      {mayAnswer ? (
        <>
          {item.kind === "outcome" ? (
            <details class="lesson">
              <summary>{words.learnedSomething}</summary>
              <TextField label={words.learned} lines={2} value={lesson} onChange={onLesson} />
            </details>
          ) : null}
          <div class="item-foot">
            {choicesFor(item).map((choice) => (
              <button
                key={choice.key}
                type="button"
                class={choice.key === "y" ? "button primary" : "button"}
                onClick={() => onChoose(choice)}
              >
                {choice.label}{" "}
                <span class="key" aria-hidden="true">
                  {choice.key}
                </span>
              </button>
            ))}
            <button type="button" class="button quiet" onClick={onSkip}>
              {words.skip}{" "}
              <span class="key" aria-hidden="true">
                s
              </span>
            </button>
          </div>
        </>
      ) : null}
    </article>
  );
}

/** Other words for what is kept. */
export function WordsDialog({
  item,
  onSave,
  onClose,
}: {
  readonly item: TodayItem;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(wordsOf(item));
  return (
    <Dialog title={words.inYourWords} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(text.trim());
        }}
      >
        <TextField label={words.questions[item.kind]} lines={4} value={text} onChange={setText} isRequired />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={onClose}>
            {strings.shell.cancel}
          </button>
          <button type="submit" class="button primary">
            {words.keep}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
