import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { AnomalyResult, TodayItem, WorthResult } from "../../../tools/page/today.ts";
import { mayWrite, useSession } from "../../net/session.ts";
import { useCall } from "../../net/use-call.ts";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { href } from "../../route/address.ts";
import { type Shortcuts, useRowKeys, useShortcuts } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";
import { DecisionLine } from "../decisions/decision-line.tsx";
import { type Choice, choicesFor, useAnswering } from "./answers.ts";
import { ItemCard, WordsDialog } from "./item-card.tsx";

const { today: words } = strings;

export function TodayView() {
  const today = useCall("today", {});
  return (
    <Page title={strings.views.today} lead={today.data ? words.lead(today.data.total) : " "}>
      <Answer of={today}>
        {({ items, anomalies, worth }) => (
          <>
            <Worth worth={worth} />
            <Queue items={items} refresh={today.refresh} />
            <Conflicts />
            <Anomalies anomalies={anomalies} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Queue({ items, refresh }: { readonly items: readonly TodayItem[]; readonly refresh: () => void }) {
  const mayAnswer = mayWrite(useSession());
  const { answered, answer } = useAnswering(refresh);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [lessons, setLessons] = useState<Readonly<Record<string, string>>>({});
  const [rewording, setRewording] = useState<{ item: TodayItem; choice: Choice } | undefined>(undefined);
  const section = useRef<HTMLElement>(null);
  const focusAt = useRef<number | undefined>(undefined);
  const waiting = items.filter(({ id }) => !answered.has(id));
  const place = ({ id }: TodayItem): number => skipped.indexOf(id);
  const shown = waiting.toSorted((a, b) => place(a) - place(b));

  // Where the answered one stood is the next one, or else the heading. At once: the next key may follow immediately.
  useLayoutEffect(() => {
    if (focusAt.current === undefined) return;
    const cards = section.current?.querySelectorAll<HTMLElement>("article") ?? [];
    const next = cards[Math.min(focusAt.current, cards.length - 1)] ?? document.querySelector("h1");
    focusAt.current = undefined;
    (next as HTMLElement | null)?.focus();
  });

  const choose = (item: TodayItem, choice: Choice, text?: string): void => {
    if (choice.asksWords && text === undefined) {
      setRewording({ item, choice });
      return;
    }
    const lesson = lessons[item.id]?.trim();
    focusAt.current = shown.indexOf(item);
    answer(item, choice, {
      ...(text !== undefined && { words: text }),
      ...(item.kind === "outcome" && lesson && { lesson }),
    });
  };
  const skip = (item: TodayItem): void => {
    focusAt.current = shown.indexOf(item);
    setSkipped((before) => [...before.filter((id) => id !== item.id), item.id]);
  };
  useQueueKeys({ shown, mayAnswer, choose, skip });

  if (shown.length === 0) return <NothingWaits />;
  return (
    <section class="queue" ref={section} aria-label={words.queue}>
      {shown.map((item) => (
        <ItemCard
          key={item.id}
          item={item}
          mayAnswer={mayAnswer}
          lesson={lessons[item.id] ?? ""}
          onLesson={(text) => setLessons({ ...lessons, [item.id]: text })}
          onChoose={(choice) => choose(item, choice)}
          onSkip={() => skip(item)}
        />
      ))}
      {rewording ? (
        <WordsDialog
          item={rewording.item}
          onClose={() => setRewording(undefined)}
          onSave={(text) => {
            setRewording(undefined);
            choose(rewording.item, rewording.choice, text);
          }}
        />
      ) : null}
    </section>
  );
}

function NothingWaits() {
  return (
    <Empty title={words.nothing}>
      <p>{words.nothingHint}</p>
      <p>
        <a class="button" href={href("/decisions", { outcome: "none" })}>
          {words.withoutOutcome}
        </a>
      </p>
    </Empty>
  );
}

/** Pairs of decisions that both hold although a link says that they contradict each other. */
function Conflicts() {
  const { data } = useCall("list-conflicts", {});
  if (!data || data.conflicts.length === 0) return null;
  return (
    <section class="panel conflicts relations">
      <h2>{words.conflicts}</h2>
      <p class="faint">{words.conflictsHint}</p>
      <ul class="plain">
        {data.conflicts.map(({ link_id, reason, from, to }) => (
          <li key={link_id}>
            <p class="relation">
              <span class="tag tag-check">{words.conflict}</span> <Stored text={reason} />
            </p>
            <DecisionLine decision={from} />
            <DecisionLine decision={to} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const NAMES = ["told", "warned", "heeded", "prevented"] as const;

/** Shows what the memory was good for, as soon as it was good for anything. */
function Worth({ worth }: { readonly worth: WorthResult }) {
  if (NAMES.every((name) => worth[name] === 0)) return null;
  return (
    <section class="worth" aria-label={words.worth(worth.days)}>
      <dl>
        {NAMES.map((name) => (
          <div key={name} title={words.worthTitles[name]}>
            <dt>{words.worthNames[name]}</dt>
            <dd class="number">{worth[name].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <p class="faint small">{words.worth(worth.days)}</p>
    </section>
  );
}

/** Shows what is unusual. Nobody is asked about it; the next step says what helps. */
function Anomalies({ anomalies }: { readonly anomalies: readonly AnomalyResult[] }) {
  if (anomalies.length === 0) return null;
  return (
    <section class="panel anomalies">
      <h2>{words.anomalies}</h2>
      <ul class="plain">
        {anomalies.map(({ kind, domain, severity, what, next_step, decisions }) => (
          <li key={`${kind} ${domain ?? ""}`}>
            <p>
              <span class="tag tag-check">{severity}</span> {what}
            </p>
            <p class="faint small">{next_step}</p>
            {decisions.length > 0 ? (
              <details class="small">
                <summary>{words.concerned(decisions.length)}</summary>
                <ul class="plain">
                  {decisions.map((id) => (
                    <li key={id}>
                      <a href={href(`/decisions/${encodeURIComponent(id)}`)}>{id}</a>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const KEYS = ["y", "n", "p", "d", "e"] as const;

/** The item with the focus, or else the first. */
function currentItem(shown: readonly TodayItem[]): TodayItem | undefined {
  const id = document.activeElement?.closest<HTMLElement>("[data-item]")?.dataset["item"];
  return shown.find((item) => item.id === id) ?? shown[0];
}

function useQueueKeys({
  shown,
  mayAnswer,
  choose,
  skip,
}: {
  readonly shown: readonly TodayItem[];
  readonly mayAnswer: boolean;
  readonly choose: (item: TodayItem, choice: Choice) => void;
  readonly skip: (item: TodayItem) => void;
}): void {
  useRowKeys(".queue article");
  const press = (key: Choice["key"]) => (): void => {
    const item = currentItem(shown);
    const choice = item && choicesFor(item).find((one) => one.key === key);
    if (item && choice) choose(item, choice);
  };
  const keys: Shortcuts = mayAnswer
    ? {
        ...Object.fromEntries(KEYS.map((key) => [key, { meaning: words.keys[key], run: press(key) }])),
        s: {
          meaning: words.skip,
          run: () => {
            const item = currentItem(shown);
            if (item) skip(item);
          },
        },
      }
    : {};
  useShortcuts(keys);
}
