import { z } from 'zod';
import { DEFAULT_COUNTRY } from '../../../shared/constants.ts';
import { draftOf, type Purpose, purposeDraft, type PurposeDraft } from '../../../shared/purpose/schema.ts';

/**
 * What the form holds: the draft, and the row version it started from, so that a restored draft cannot overwrite a
 * newer record unseen.
 */
export type FormValues = PurposeDraft & { rowVersion: number };

const fields = purposeDraft.extend({ rowVersion: z.number().int().min(0).default(0) });

/**
 * Rows of third parties that nobody filled in are not kept; switched off, neither are those without a name. A ground of
 * transfer is kept only abroad, and none is null, not the empty choice of its select.
 */
function tidy(values: unknown): unknown {
  const { thirdParties, thirdPartyDisclosure } = values as FormValues;
  if (!Array.isArray(thirdParties)) return values;
  const kept = thirdParties.filter(
    ({ name, contract }) => name.trim() !== '' || (thirdPartyDisclosure && contract.trim() !== ''),
  );
  return {
    ...(values as FormValues),
    thirdParties: kept.map((party) => ({
      ...party,
      safeguard: (party.country !== DEFAULT_COUNTRY && party.safeguard) || null,
    })),
  };
}

/** The schema of the form: everything may be missing but the Thai title. */
export const formSchema = z.preprocess(tidy, fields) as unknown as z.ZodType<FormValues, FormValues>;

const EMPTY: FormValues = {
  title: { th: '', en: '' },
  description: { th: '', en: '' },
  isPrimary: false,
  purposeCategoryId: null,
  dataSubjectGroupIds: [],
  piiCategoryIds: [],
  lawfulBases: [],
  sensitiveExemptions: [],
  retention: { indefinite: false, amount: null, unit: null, note: '' },
  storageSystemIds: [],
  destructionMethodIds: [],
  responsibleDepartmentId: null,
  responsiblePersonnelId: null,
  securityMeasureIds: [],
  thirdPartyDisclosure: false,
  thirdParties: [],
  internalSharing: false,
  internalApplicationIds: [],
  legitimateInterest: null,
  rowVersion: 0,
};

/** The values a form starts from: of a record, or of a new purpose. */
export function valuesOf(record: Purpose | undefined): FormValues {
  return record ? { ...draftOf(record.content), rowVersion: record.rowVersion } : EMPTY;
}

/** Where the browser keeps what is typed. */
export const draftKeyOf = (ws: string, id: string | undefined): string => `${ws}.purpose.${id ?? 'new'}`;
