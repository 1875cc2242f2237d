import type { z } from 'zod';
import { type Consent, type ConsentContent, consentDraft, type ConsentDraft } from '../../../shared/consent/schema.ts';
import { policyOf } from '../../../shared/consent/policy.ts';
import { requiredText } from '../../../shared/text.ts';

/** The form's values: name and draft. */
export type FormValues = ConsentDraft & { name: string };

/** The schema of the form: everything but the name is optional in a draft. */
export const formSchema = consentDraft.extend({ name: requiredText(200) }) as unknown as z.ZodType<
  FormValues,
  FormValues
>;

/** The initial values of the form. */
export const valuesOf = ({ name, draft }: Pick<Consent, 'name' | 'draft'>): FormValues => ({ ...draft, name });

/** A purpose in a form. */
export interface PurposeContent {
  id: string;
  title: { th: string; en: string };
  description: { th: string; en: string };
  signals: ConsentDraft['purposes'][number]['signals'];
}

/** The content of a form, whether a draft or a version: for the preview, for reading and for comparing. */
export interface FormContent extends Pick<
  ConsentContent,
  | 'title'
  | 'description'
  | 'effectiveFrom'
  | 'effectiveTo'
  | 'privacyPolicyUrl'
  | 'privacyNotice'
  | 'askGuardian'
  | 'layout'
  | 'theme'
  | 'font'
> {
  name?: string;
  purposes: PurposeContent[];
  controller?: ConsentContent['controller'];
  /** Of a version: purposes whose new words were declared to mean the same, and why. */
  editorial?: { purposeId: string; reason: string }[];
}

/** The content of a draft, with purposes looked up. */
export function contentOfDraft(
  draft: ConsentDraft & { name?: string },
  purposeOf: (id: string) => Omit<PurposeContent, 'signals' | 'id'>,
  ws: string,
): FormContent {
  return {
    name: draft.name,
    title: draft.title,
    description: draft.description,
    purposes: draft.purposes.map(({ purposeId, signals }) => ({ id: purposeId, signals, ...purposeOf(purposeId) })),
    effectiveFrom: draft.effectiveFrom || null,
    effectiveTo: draft.effectiveTo || null,
    ...policyOf(ws, draft),
    askGuardian: draft.askGuardian,
    layout: draft.layout,
    theme: draft.theme,
    font: draft.font.custom ? { name: draft.font.name, url: draft.font.url } : null,
  };
}

/** The content of the saved record. */
export function contentOfRecord(record: Consent, ws: string): FormContent {
  const known = new Map(record.purposes.map((one) => [one.id, one]));
  return contentOfDraft(
    valuesOf(record),
    (id) => known.get(id) ?? { title: { th: id, en: id }, description: { th: '', en: '' } },
    ws,
  );
}

/** The content of a version. */
export const contentOfVersion = (content: ConsentContent): FormContent => ({ ...content, name: undefined });
