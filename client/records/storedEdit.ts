import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { keepDrafts, readDraft } from '../ui/form/draft.ts';

/** The choice for a conflict of a field before the record was saved. */
export interface Remembered {
  take: 'theirs' | 'mine' | 'text';
  /** The combination of both texts; stored even if another choice is made. */
  text?: string;
  /** The other side's text at that time: once it differs, the question is asked again. */
  theirs: string;
}

/** In the draft of a form: its base, so that after a reload too it is known who changed what. */
export interface StoredEdit {
  /** The base values, without those that are excluded from drafts. */
  values: Record<string, unknown>;
  rowVersion: number;
  settled: Record<string, Remembered>;
}

/** The base of an existing draft; undefined without one. */
export function readStoredEdit(draftKey: string | undefined): StoredEdit | undefined {
  const stored = (draftKey ? readDraft(draftKey)?.base : undefined) as Partial<StoredEdit> | undefined;
  if (typeof stored?.rowVersion !== 'number' || typeof stored.values !== 'object') return undefined;
  return { values: stored.values, rowVersion: stored.rowVersion, settled: stored.settled ?? {} };
}

/** The stored edit of an open form, with `base` as its base. Without a draft key only choices are stored. */
export function useStoredEdit(draftKey: string | undefined, base: { values: object; rowVersion: number }) {
  const settled = useRef<StoredEdit['settled']>(null);
  settled.current ??= readStoredEdit(draftKey)?.settled ?? {};
  return {
    settled: settled.current,
    /** Stores the choice for a field's conflict. */
    settle: (key: string, how: Remembered) => {
      settled.current = { ...settled.current, [key]: how };
      keepDrafts();
    },
    /** What is stored in the draft, without names that are excluded from drafts; nothing of a new record. */
    of: (secret: ReadonlySet<string>): FieldValues | undefined => {
      if (base.rowVersion === 0) return undefined;
      const open = Object.entries(base.values).filter(([name]) => !secret.has(name));
      const { rowVersion } = base;
      return { values: Object.fromEntries(open), rowVersion, settled: settled.current ?? {} } satisfies StoredEdit;
    },
    /** Forgets the choices for conflicts. */
    forget: () => {
      settled.current = {};
    },
  };
}
