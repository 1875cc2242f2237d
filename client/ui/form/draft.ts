import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const prefix = 'pokpong_draft_';
const pauseMs = 500;
/** Older drafts are deleted: the record has most likely changed. */
const keepMs = 7 * 24 * 60 * 60 * 1000;

/** Whose drafts these are: a browser can be shared. There are none before sign-in. */
let owner = '';
/** Stores or deletes the current input of a form immediately. */
interface Keeper {
  readonly key: string;
  readonly keep: () => void;
  readonly drop: () => void;
}
const keepers = new Set<Keeper>();

const nameOf = (key: string): string => `${prefix}${owner}.${key}`;

function everyDraft(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Sets who is signed in: from now on only that person's drafts are read. Old ones are deleted. */
export function draftsOf(person: string): void {
  if (owner === person) return;
  owner = person;
  for (const name of everyDraft()) if (!draftAt(name, Date.now())) localStorage.removeItem(name);
}

/** Deletes every draft of the person who signs out. */
export function forgetDrafts(): void {
  if (owner) for (const name of everyDraft()) if (name.startsWith(nameOf(''))) localStorage.removeItem(name);
}

/** Stores the current input, for a page that closes without a question. */
export function keepDrafts(): void {
  for (const { keep } of keepers) keep();
}

interface Draft {
  at: number;
  values: FieldValues;
}

/** The stored draft of a key, if any and not too old. */
export function readDraft(key: string, now: number = Date.now()): Draft | undefined {
  return draftAt(nameOf(key), now);
}

function draftAt(name: string, now: number): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(name) ?? 'null') as Draft | null;
    if (!draft || typeof draft.values !== 'object' || now - draft.at > keepMs) return undefined;
    return draft;
  } catch {
    return undefined;
  }
}

/** Deletes the draft of a key, and input of an open form that is not stored yet. */
export function forgetDraft(key: string): void {
  for (const keeper of keepers) if (keeper.key === key) keeper.drop();
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // Storage is blocked: there is no draft either.
  }
}

/** Stores values under a key, for editors that are no form. */
export function keepDraft(key: string, values: FieldValues): void {
  try {
    localStorage.setItem(nameOf(key), JSON.stringify({ at: Date.now(), values } satisfies Draft));
  } catch {
    // Full or blocked: the editor works without a draft.
  }
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
  discard: () => void;
  clear: () => void;
}

/** Stores input under `key` in this browser and restores it on the next visit. */
export function useDraft(
  form: UseFormReturn<FieldValues>,
  key: string | undefined,
  secret: ReadonlySet<string>,
): DraftState {
  const [restoredAt, setRestoredAt] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<FieldValues | null>(null);
  useEffect(() => {
    if (!key) return;
    const draft = readDraft(key);
    if (draft) {
      for (const [name, value] of Object.entries(draft.values)) {
        if (name in form.getValues()) form.setValue(name, value, { shouldDirty: true });
      }
      setRestoredAt(draft.at);
    }
    const keep = () => {
      if (waiting.current) keepDraft(key, keepable(waiting.current, secret));
      waiting.current = null;
    };
    const drop = () => {
      clearTimeout(timer.current);
      waiting.current = null;
    };
    const keeper: Keeper = { key, keep, drop };
    keepers.add(keeper);
    const unsubscribe = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer.current);
        waiting.current = isDirty ? values : null;
        if (isDirty) timer.current = setTimeout(keep, pauseMs);
      },
    });
    // The latest input is stored too when the page is left or reloaded immediately.
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('pagehide', keep);
      unsubscribe();
      keep();
      keepers.delete(keeper);
    };
  }, [form, key, secret]);
  const clear = () => {
    if (key) forgetDraft(key);
    setRestoredAt(undefined);
  };
  return {
    restoredAt,
    clear,
    discard: () => {
      form.reset();
      clear();
    },
  };
}
