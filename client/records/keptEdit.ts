import { forgetDraft, keepDraft, readDraft } from '../ui/form/draft.ts';

/** How one settled a conflict of a field before the whole was saved. */
export interface Remembered {
  take: 'theirs' | 'mine' | 'text';
  /** Both texts edited into one; kept though another is taken. */
  text?: string;
  /** What stood on their side then: once it reads otherwise, it is asked anew. */
  theirs: string;
}

/** Beside the draft of a form: what it began from, so that after a reload too it is known who changed what. */
export interface KeptEdit {
  /** The values begun from, without those that stay out of drafts. */
  values: Record<string, unknown>;
  rowVersion: number;
  settled: Record<string, Remembered>;
}

const keyOf = (draftKey: string): string => `${draftKey}.base`;

/** What a draft that is still there began from; undefined without a draft. */
export function readKept(draftKey: string | undefined): KeptEdit | undefined {
  if (!draftKey || !readDraft(draftKey)) return undefined;
  const kept = readDraft(keyOf(draftKey))?.values as Partial<KeptEdit> | undefined;
  if (typeof kept?.rowVersion !== 'number' || typeof kept.values !== 'object') return undefined;
  return { values: kept.values, rowVersion: kept.rowVersion, settled: kept.settled ?? {} };
}

export const keepEdit = (draftKey: string, kept: KeptEdit): void => keepDraft(keyOf(draftKey), { ...kept });
export const forgetKept = (draftKey: string): void => forgetDraft(keyOf(draftKey));
