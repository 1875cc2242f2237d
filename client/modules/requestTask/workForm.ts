import type { TFunction } from 'i18next';
import { z } from 'zod';
import { ERASED_PLACES, PROOF_PARTS, type ProofPart } from '../../../shared/requestTask/kinds.ts';
import { proof } from '../../../shared/requestTask/proof.ts';
import type { RequestTask } from '../../../shared/requestTask/schema.ts';
import { LONG_TEXT_LIMIT, optionalText } from '../../../shared/text.ts';
import type { FormField } from '../../records/mergeFields.ts';

/** The form of a task in progress. */
export const workForm = z.object({
  note: optionalText(LONG_TEXT_LIMIT),
  proof,
  file: z.object({ id: z.string(), name: z.string(), size: z.number() }).nullable(),
});
export type WorkForm = z.output<typeof workForm>;

export const workOf = ({ note, proof: written, file }: RequestTask): WorkForm => ({
  note,
  proof: written,
  file: file && { id: file.id, name: file.name, size: file.size },
});

/** The form values as the procedures' input. */
export const sentWork = ({ note, proof: written, file }: WorkForm) => ({
  note,
  proof: written,
  fileId: file?.id ?? null,
});

/** The fields of the form in order, by which two edits of one task are merged. */
export function workFields({ kind }: RequestTask, t: TFunction<'requestTask'>): FormField<WorkForm>[] {
  const line = (part: 'method' | 'count' | 'hash' | 'before' | 'after', label: string): FormField<WorkForm> => ({
    key: `proof.${part}`,
    label,
    long: part === 'method' || part === 'before' || part === 'after',
    text: (values) => String(values.proof[part] ?? ''),
  });
  const fieldsOf: Readonly<Record<ProofPart, () => FormField<WorkForm>[]>> = {
    method: () => [line('method', t(`method.${kind}` as 'method.SEARCH'))],
    count: () => [line('count', t('field.count'))],
    hash: () => [line('hash', t('field.hash'))],
    before: () => [line('before', t('field.before'))],
    after: () => [line('after', t('field.after'))],
    places: () =>
      ERASED_PLACES.map((place) => ({
        key: `proof.places.${place}`,
        label: t(`place.${place}`),
        text: ({ proof: { places } }) => (places[place] ? t(`cleared.${places[place]}`) : ''),
      })),
  };
  return [
    ...PROOF_PARTS[kind].flatMap((part) => fieldsOf[part]()),
    { key: 'note', label: t('field.note'), long: true, text: ({ note }) => note },
    { key: 'file', label: t('field.file'), text: ({ file }) => file?.name ?? '' },
  ];
}
