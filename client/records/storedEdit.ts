import { useRef } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../ui/form/draft.ts';

/** The choice for a conflict of a field before the record was saved. */
export interface Remembered {
  take: 'theirs' | 'mine' | 'text';
  /** The combination of both texts; stored even if another choice is made. */
  text?: string;
  /** The other side's text at that time: once it differs, the question is asked again. */
  theirs: string;
}

/** Beside the draft of a form: its base, so that after a reload too it is known who changed what. */
export interface StoredEdit {
  /** The base values, without those that are excluded from drafts. */
  values: Record<string, unknown>;
  rowVersion: number;
  settled: Record<string, Remembered>;
}

const keyOf = (draftKey: string): string => `${draftKey}.base`;

/** The base of an existing draft; undefined without a draft. */
export function readStoredEdit(draftKey: string | undefined): StoredEdit | undefined {
  if (!draftKey || !readDraft(draftKey)) return undefined;
  const stored = readDraft(keyOf(draftKey))?.values as Partial<StoredEdit> | undefined;
  if (typeof stored?.rowVersion !== 'number' || typeof stored.values !== 'object') return undefined;
  return { values: stored.values, rowVersion: stored.rowVersion, settled: stored.settled ?? {} };
}

/** The stored edit of an open form, with `base` as its base. Without a draft key only choices are stored. */
export function useStoredEdit(draftKey: string | undefined, base: { values: object; rowVersion: number }) {
  const settled = useRef<StoredEdit['settled']>(null);
  settled.current ??= readStoredEdit(draftKey)?.settled ?? {};
  const secret = useRef<ReadonlySet<string>>(new Set());
  // Callbacks that run later use the values of then.
  const latest = useRef(base);
  latest.current = base;

  const write = () => {
    if (!draftKey || base.rowVersion === 0) return;
    const { rowVersion, values } = latest.current;
    const open = Object.entries(values).filter(([name]) => !secret.current.has(name));
    const edit: StoredEdit = { values: Object.fromEntries(open), rowVersion, settled: settled.current ?? {} };
    keepDraft(keyOf(draftKey), { ...edit });
  };
  return {
    settled: settled.current,
    /** Stores the choice for a field's conflict. */
    settle: (key: string, how: Remembered) => {
      settled.current = { ...settled.current, [key]: how };
      write();
    },
    /** Stores the base, without names that are excluded from drafts. */
    keep: (names: ReadonlySet<string>) => {
      secret.current = names;
      write();
    },
    forget: () => {
      settled.current = {};
      if (draftKey) forgetDraft(keyOf(draftKey));
    },
  };
}
