import { useRef } from 'react';
import { forgetDraft, keepDraft, readDraft } from '../ui/form/draft.ts';

/** How one settled a conflict of a field before the whole was saved. */
export interface Remembered {
  take: 'theirs' | 'mine' | 'text';
  /** Both texts edited into one; kept though another is taken. */
  text?: string;
  /** What stood on their side then: once it reads otherwise, it is asked again. */
  theirs: string;
}

/** Beside the draft of a form: what it began from, so that after a reload too it is known who changed what. */
export interface StoredEdit {
  /** The values begun from, without those that stay out of drafts. */
  values: Record<string, unknown>;
  rowVersion: number;
  settled: Record<string, Remembered>;
}

const keyOf = (draftKey: string): string => `${draftKey}.base`;

/** What a draft that is still there began from; undefined without a draft. */
export function readStoredEdit(draftKey: string | undefined): StoredEdit | undefined {
  if (!draftKey || !readDraft(draftKey)) return undefined;
  const stored = readDraft(keyOf(draftKey))?.values as Partial<StoredEdit> | undefined;
  if (typeof stored?.rowVersion !== 'number' || typeof stored.values !== 'object') return undefined;
  return { values: stored.values, rowVersion: stored.rowVersion, settled: stored.settled ?? {} };
}

/** The stored edit of a form that is open, which began from `base`. Without a draft key only choices are remembered. */
export function useStoredEdit(draftKey: string | undefined, base: { values: object; rowVersion: number }) {
  const settled = useRef<StoredEdit['settled']>(null);
  settled.current ??= readStoredEdit(draftKey)?.settled ?? {};
  const secret = useRef<ReadonlySet<string>>(new Set());
  // What is called later keeps what holds then.
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
    /** Remembers how a conflict of a field was settled. */
    settle: (key: string, how: Remembered) => {
      settled.current = { ...settled.current, [key]: how };
      write();
    },
    /** Keeps what was begun from; names that stay out of drafts stay out. */
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
