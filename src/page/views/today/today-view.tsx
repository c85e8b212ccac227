import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TodayItem } from "../../../tools/page/today.ts";
import { useCall } from "../../net/use-call.ts";
import { mayWrite, useSession } from "../../net/use-session.ts";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import type { Choice } from "./answers.ts";
import { Conflicts } from "./conflicts.tsx";
import { ItemCard, WordsDialog } from "./item-card.tsx";
import { useAnswering } from "./use-answering.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { Anomalies, Worth } from "./worth.tsx";

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
