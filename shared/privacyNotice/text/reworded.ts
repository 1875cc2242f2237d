interface Text {
  readonly th: string;
  readonly en: string;
}

/** How an earlier release worded a period without an end, where a sentence about how long data is kept ends with it. */
const FORMER_INDEFINITE = { th: /(?<=เก็บ )ไม่มีกำหนด$/, en: /(?<=[Kk]ept for )an unlimited period(?=\.$)/ };

/** How an earlier release named in English who consents for a minor, and how the product does now. */
const FORMER_GUARDIAN = 'the holder of parental responsibility';
const GUARDIAN = 'the parent or guardian';

/** The English of a sentence about a field of a record as the release before worded it. */
export const asWordedBefore = (en: string, field: string): string =>
  field === 'children' ? en.replace(GUARDIAN, FORMER_GUARDIAN) : en;

/** A sentence about a field of a record as the product words it now, which states the same. */
function asWordedNow({ th, en }: Text, field: string): Text {
  if (field === 'children') return { th, en: en.replace(FORMER_GUARDIAN, GUARDIAN) };
  if (field !== 'retention') return { th, en };
  return {
    th: th.replace(FORMER_INDEFINITE.th, 'ไม่กำหนดเวลา'),
    en: en.replace(FORMER_INDEFINITE.en, 'an indefinite period'),
  };
}

/**
 * Whether two sentences read the same. The wording of an earlier release counts as that of now: no published version,
 * and no edit that was written over such a sentence, differs from the register by it alone.
 * @param field of the record that the sentences are about
 */
export function readAlike(one: Text, other: Text, field: string): boolean {
  const [before, now] = [asWordedNow(one, field), asWordedNow(other, field)];
  return before.th === now.th && before.en === now.en;
}
