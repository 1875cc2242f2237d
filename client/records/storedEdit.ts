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

export const keepEdit = (draftKey: string, edit: StoredEdit): void => keepDraft(keyOf(draftKey), { ...edit });
export const forgetStoredEdit = (draftKey: string): void => forgetDraft(keyOf(draftKey));
