import type { z } from 'zod';
import { type NoticeDraft, noticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { currentEdits } from '../../../shared/privacyNotice/write.ts';

export type FormValues = NoticeDraft;

const NO_WORDS = { th: '', en: '' };

export const formSchema = noticeDraft as unknown as z.ZodType<FormValues, FormValues>;

/** A purpose without an answer yet. */
export const openProvision = (purposeId: string): FormValues['provisions'][number] => ({
  purposeId,
  required: null,
  consequence: NO_WORDS,
  mandate: NO_WORDS,
  interest: NO_WORDS,
  whose: NO_WORDS,
  law: NO_WORDS,
  researchMeasures: NO_WORDS,
  withdrawalEffect: NO_WORDS,
  recipientKinds: NO_WORDS,
  letters: [],
  researchKinds: [],
});

/** The draft with a line for each purpose for which it is not answered yet whether data must be provided. */
export function valuesOf({ draft, applications, parts }: Notice): FormValues {
  const known = new Set(draft.provisions.map(({ purposeId }) => purposeId));
  const open = new Set(
    applications.flatMap(({ purposes }) => purposes.map(({ id }) => id)).filter((id) => !known.has(id)),
  );
  return {
    ...draft,
    provisions: [...draft.provisions, ...[...open].map(openProvision)],
    edits: currentEdits(parts, draft.edits),
  };
}
