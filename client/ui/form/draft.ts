import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const prefix = 'pokpong_draft_';
const pauseMs = 500;
/** Older drafts are forgotten: the record has most likely moved on. */
const keepMs = 7 * 24 * 60 * 60 * 1000;

interface Draft {
  at: number;
  values: FieldValues;
}

/** The stored draft of a key, if any and not too old. */
export function readDraft(key: string, now: number = Date.now()): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(prefix + key) ?? 'null') as Draft | null;
    if (!draft || typeof draft.values !== 'object' || now - draft.at > keepMs) return undefined;
    return draft;
  } catch {
    return undefined;
  }
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Storage is blocked: there is no draft either.
  }
}

/** Keeps values under a key, for editors that are no form. */
export function keepDraft(key: string, values: FieldValues): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ at: Date.now(), values } satisfies Draft));
  } catch {
    // Full or blocked: the editor works on without a draft.
  }
}

/** Files cannot be kept, and what is secret must not be. */
function keepable(values: FieldValues, secret: ReadonlySet<string>): FieldValues {
  return JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name))), (_, value: unknown) =>
      value instanceof Blob ? undefined : value,
    ),
  ) as FieldValues;
}

export interface DraftState {
  /** When the draft put back was written, epoch ms. */
  restoredAt: number | undefined;
  discard: () => void;
  clear: () => void;
}

/** Keeps what is typed under `key` in this browser and puts it back on the next visit. */
export function useDraft(form: UseFormReturn<FieldValues>, key: string | undefined, secret: ReadonlySet<string>): DraftState {
  const [restoredAt, setRestoredAt] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!key) return;
    const draft = readDraft(key);
    if (draft) {
      for (const [name, value] of Object.entries(draft.values)) {
        if (name in form.getValues()) form.setValue(name, value, { shouldDirty: true });
      }
      setRestoredAt(draft.at);
    }
    const unsubscribe = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        clearTimeout(timer.current);
        if (!isDirty) return;
        timer.current = setTimeout(() => {
          keepDraft(key, keepable(values, secret));
        }, pauseMs);
      },
    });
    return () => {
      clearTimeout(timer.current);
      unsubscribe();
    };
  }, [form, key, secret]);
  const clear = () => {
    clearTimeout(timer.current);
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
