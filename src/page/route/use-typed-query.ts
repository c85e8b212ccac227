import { useEffect, useRef, useState } from "preact/hooks";
import { changeQuery } from "./address.ts";

const TYPING = 180;

/** A text that goes into the address when somebody stops typing, and follows it when that changes otherwise. */
export function useTypedQuery(name: string, value: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed, TYPING);
  const sent = useRef(value);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    changeQuery({ [name]: settled }, true);
  }, [name, settled]);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return [typed, setTyped];
}

/** Follows a value after it was left alone for a while: for searching as somebody types. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
