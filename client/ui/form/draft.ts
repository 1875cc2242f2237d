import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const prefix = 'pokpong_draft_';
const pauseMs = 500;
/** Older drafts are deleted: the record has most likely changed. */
const keepMs = 7 * 24 * 60 * 60 * 1000;

/** The account whose drafts these are: a browser can be shared. Empty before sign-in. */
let owner = '';
/** The input of an open editor, and its draft. */
interface OpenDraft {
  readonly key: string;
  /** The current input is stored after a pause; `null`: there is nothing unsaved any more. */
  readonly change: (values: FieldValues | null) => void;
  /** Stores the current input immediately. */
  readonly keep: () => void;
  /** Forgets the current input. */
  readonly drop: () => void;
  /** Ends it, with the current input stored. */
  readonly close: () => void;
}
const openDrafts = new Set<OpenDraft>();

const nameOf = (key: string): string => `${prefix}${owner}.${key}`;

function everyDraft(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Sets whose account is signed in: from now on only its drafts are read. Old ones are deleted. */
export function draftsOf(userId: string): void {
  if (owner === userId) return;
  owner = userId;
  for (const name of everyDraft()) if (!draftAt(name, Date.now())) localStorage.removeItem(name);
}

/**
 * Deletes every draft of the account that signs out, in all workspaces. Those of others who use this browser stay, and
 * a report on a public page, which belongs to no account (docs/decisions/138).
 */
export function forgetDrafts(userId = owner): void {
  for (const { drop } of openDrafts) drop();
  for (const name of everyDraft()) if (userId && name.startsWith(`${prefix}${userId}.`)) localStorage.removeItem(name);
}

/** Stores the current input, for a page that closes without a question. */
export function keepDrafts(): void {
  for (const { keep } of openDrafts) keep();
}

interface Draft {
  /** When it was typed, epoch ms. */
  at: number;
  values: FieldValues;
  /** What the values are changes of. In one item with them: of two tabs, each stores its own with its own. */
  base?: FieldValues | undefined;
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

/** Deletes the draft of a key, and the input of an open editor from what is stored when it closes. */
export function forgetDraft(key: string): void {
  for (const open of openDrafts) if (open.key === key) open.drop();
  try {
    localStorage.removeItem(nameOf(key));
  } catch {
    // Storage is blocked: there is no draft either.
  }
}

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: Omit<Draft, 'base'> | null = restored ?? null;
  // A draft that only another tab has stored stays.
  let isOwn = restored !== undefined;
  const keep = () => {
    clearTimeout(timer);
    if (!unsaved) return;
    isOwn = true;
    try {
      localStorage.setItem(nameOf(key), JSON.stringify({ at: unsaved.at, ...toStore(unsaved.values) } satisfies Draft));
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
  discard: () => void;
  clear: () => void;
}

/**
 * Stores input under `key` in this browser and restores it on the next visit. Input that was undone is not stored.
 * @param base what the input is changes of, if that is to be stored beside it
 */
export function useDraft(
  form: UseFormReturn<FieldValues>,
  key: string | undefined,
  secret: ReadonlySet<string>,
  base: RefObject<(() => FieldValues | undefined) | undefined>,
): DraftState {
  const [restoredAt, setRestoredAt] = useState<number>();
  useEffect(() => {
    if (!key) return;
    const draft = readDraft(key);
    if (draft) {
      for (const [name, value] of Object.entries(draft.values)) {
        if (name in form.getValues()) form.setValue(name, value, { shouldDirty: true });
      }
      setRestoredAt(draft.at);
    }
    const open = openDraft(key, draft, (values) => ({ values: keepable(values, secret), base: base.current?.() }));
    const unsubscribe = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => open.change(isDirty ? values : null),
    });
    return () => {
      unsubscribe();
      open.close();
    };
  }, [form, key, secret, base]);
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
