import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, forgetDraft, nameOf, type OpenDraft, openDrafts, readDraft } from './draft.ts';

const pauseMs = 500;

/**
 * Stores the input of an editor until it is closed: after a pause, when the page is hidden, and on closing. The latest
 * input is stored again then, since another tab may have deleted it with a draft of its own.
 * @param restored the draft that the editor starts with
 * @param toStore what is stored of the values, and what they are changes of
 */
function openDraft(
  key: string,
  restored: Draft | undefined,
  toStore: (values: FieldValues) => Omit<Draft, 'at'>,
): OpenDraft {
  // Another account may be signed in by the time it is stored.
  const name = nameOf(key);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: Pick<Draft, 'at' | 'values'> | null = restored ?? null;
  // A draft that only another tab has stored stays.
  let isOwn = restored !== undefined;
  const keep = () => {
    clearTimeout(timer);
    if (!unsaved) return;
    isOwn = true;
    try {
      localStorage.setItem(name, JSON.stringify({ at: unsaved.at, ...toStore(unsaved.values) } satisfies Draft));
    } catch {
      // Full or blocked: the editor works without a draft.
    }
  };
  const drop = () => {
    clearTimeout(timer);
    unsaved = null;
    isOwn = false;
  };
  const open: OpenDraft = {
    key,
    keep,
    drop,
    change: (values) => {
      clearTimeout(timer);
      if (values) {
        unsaved = { at: Date.now(), values };
        timer = setTimeout(keep, pauseMs);
      } else if (isOwn) forgetDraft(key);
      else unsaved = null;
    },
    close: () => {
      removeEventListener('pagehide', keep);
      keep();
      openDrafts.delete(open);
    },
  };
  addEventListener('pagehide', keep);
  openDrafts.add(open);
  return open;
}

/**
 * Stores the input of an editor that is no form under `key`, until there is none.
 * @param values null without unsaved input
 */
export function useEditorDraft(key: string, values: FieldValues | null): void {
  const open = useRef<OpenDraft>(undefined);
  const isFirst = useRef(true);
  useEffect(() => {
    open.current = openDraft(key, readDraft(key), (typed) => ({ values: typed }));
    return () => open.current?.close();
  }, [key]);
  const typed = values && JSON.stringify(values);
  useEffect(() => {
    // At first a draft may not be restored yet.
    if (!isFirst.current) open.current?.change(typed === null ? null : (JSON.parse(typed) as FieldValues));
    isFirst.current = false;
  }, [typed]);
}

/** Files cannot be stored, and secrets must not be. */
function keepable(values: FieldValues, secret: ReadonlySet<string>): FieldValues {
  return JSON.parse(
    JSON.stringify(
      Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name))),
      (_, value: unknown) => (value instanceof Blob ? undefined : value),
    ),
  ) as FieldValues;
}

export interface DraftState {
  /** When the restored draft was written, epoch ms. */
  restoredAt: number | undefined;
  /** Others have changed since what was changed in it. */
  isOver: boolean;
  discard: () => void;
  clear: () => void;
}

interface DraftOptions {
  /** Where the draft is stored; without it there is none. */
  key: string | undefined;
  secret: ReadonlySet<string>;
  /** What the input is changes of, if that is to be stored beside it: what is restored is then merged elsewhere. */
  base: RefObject<(() => FieldValues | undefined) | undefined>;
  /** All of a draft is restored: of something new, whose defaults (its key, the time) are its own. */
  isNew: boolean;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The value of a form that says which version of its record the input is based on: it stays with the input. */
const VERSION = 'rowVersion';

/**
 * Puts a draft into a form: only what was changed, so that it does not replace what others have saved since.
 * @returns whether others have changed some of that too; and what the restored values were changes of
 */
function restore(form: UseFormReturn<FieldValues>, { values, base, defaults }: Draft, isNew: boolean) {
  const before = isNew || base ? undefined : defaults;
  const now = form.formState.defaultValues ?? {};
  const changesOf: FieldValues = {};
  let isOver = false;
  for (const [name, value] of Object.entries(values)) {
    if (!(name in form.getValues()) || (before && name !== VERSION && isSame(before[name], value))) continue;
    isOver ||=
      before !== undefined && name !== VERSION && !isSame(before[name], now[name]) && !isSame(value, now[name]);
    if (before) changesOf[name] = before[name];
    form.setValue(name, value, { shouldDirty: true });
  }
  return { isOver, changesOf };
}

/** Stores input under `key` in this browser and restores it on the next visit. Input that was undone is not stored. */
export function useDraft(form: UseFormReturn<FieldValues>, { key, secret, base, isNew }: DraftOptions): DraftState {
  const [restored, setRestored] = useState<{ at: number; isOver: boolean }>();
  const formerly = useRef<FieldValues>(undefined);
  useEffect(() => {
    if (!key) return;
    const draft = readDraft(key);
    const found = draft && restore(form, draft, isNew);
    if (found) setRestored({ at: draft.at, isOver: found.isOver });
    formerly.current = found?.changesOf;
    const open = openDraft(key, draft && { at: draft.at, values: form.getValues() }, (typed) => {
      const values = keepable(typed, secret);
      const of = base.current?.();
      if (of || isNew) return { values, base: of };
      // What others have changed meanwhile is named each time until the input is saved or discarded.
      return { values, defaults: { ...keepable(form.formState.defaultValues ?? {}, secret), ...formerly.current } };
    });
    const unsubscribe = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => open.change(isDirty ? values : null),
    });
    return () => {
      unsubscribe();
      open.close();
    };
  }, [form, key, secret, base, isNew]);
  const clear = () => {
    if (key) forgetDraft(key);
    formerly.current = undefined;
    setRestored(undefined);
  };
  return {
    restoredAt: restored?.at,
    isOver: restored?.isOver ?? false,
    clear,
    discard: () => {
      form.reset();
      clear();
    },
  };
}
