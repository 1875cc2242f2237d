import type { z } from 'zod';
import {
  type DpiaContent,
  type DpiaDraft,
  dpiaDraft,
  type DpiaRegister,
  type Treatment,
} from '../../../../shared/dpia/content.ts';
import type { DpiaFramework } from '../../../../shared/dpia/framework.ts';
import type { Bilingual } from '../../../../shared/text.ts';
import { sameValue } from '../../../records/threeWay.ts';

/** A worst case in the form: always with a plan, which may be empty. */
export type FormWorstCase = Omit<DpiaDraft['worstCases'][number], 'treatment'> & { treatment: Treatment };

/** The form values: every purpose of the register and every item of the framework has an assessment entry. */
export type FormValues = Omit<DpiaDraft, 'worstCases'> & { worstCases: FormWorstCase[] };

/** The schema of the form. */
export const formSchema = dpiaDraft as unknown as z.ZodType<FormValues, FormValues>;

export const NO_RISK = { likelihood: null, impact: null } as const;
/** An empty plan. */
export const NO_TREATMENT: Treatment = {
  method: null,
  detail: '',
  measures: [],
  expected: NO_RISK,
  expectedOn: null,
  responsibleId: null,
};
const NO_PURPOSE = { necessary: null, necessity: '', proportionate: null, proportionality: '' };
const NO_ITEM = { answer: null, note: '' };

/** The basis and the subject of the assessment of a draft. */
export interface Assessed {
  draft: DpiaDraft;
  framework: DpiaFramework;
  register: DpiaRegister;
}

/** The initial form values. */
export function valuesOf({ draft, framework, register }: Assessed): FormValues {
  const purposeIds = new Set(draft.purposes.map(({ purposeId }) => purposeId));
  const itemIds = new Set(draft.items.map(({ itemId }) => itemId));
  return {
    ...draft,
    purposes: [
      ...draft.purposes,
      ...register.purposes.filter(({ id }) => !purposeIds.has(id)).map(({ id }) => ({ purposeId: id, ...NO_PURPOSE })),
    ],
    items: [
      ...draft.items,
      ...framework.items.filter(({ id }) => !itemIds.has(id)).map(({ id }) => ({ itemId: id, ...NO_ITEM })),
    ],
    worstCases: draft.worstCases.map((one) => ({ ...one, treatment: one.treatment ?? NO_TREATMENT })),
  };
}

/** The values as a draft with every entry at its position: empty plans become null. */
export const plannedOf = (values: FormValues): DpiaDraft => ({
  ...values,
  worstCases: values.worstCases.map((one) => ({
    ...one,
    treatment: sameValue(one.treatment, NO_TREATMENT) ? null : one.treatment,
  })),
});

/** The saved part of the form values: empty assessment entries and empty plans are left out. */
export const draftOf = (values: FormValues): DpiaDraft => ({
  ...plannedOf(values),
  purposes: values.purposes.filter((one) => !sameValue(one, { ...NO_PURPOSE, purposeId: one.purposeId })),
  items: values.items.filter((one) => !sameValue(one, { ...NO_ITEM, itemId: one.itemId })),
});

/** The content of an assessment, either a draft or a version. */
export interface Content {
  values: FormValues;
  framework: DpiaFramework;
  register: DpiaRegister;
  /** Names of people, security measures and files by their ids. */
  names: ReadonlyMap<string, string>;
}

/** Names by their ids: of what a draft refers to, and of the security measures of its register. */
export const referredNames = (
  { register, people }: Pick<DpiaContent, 'register' | 'people'>,
  text: (name: Bilingual) => string,
): (readonly [string, string])[] => [
  ...people.map(({ id, name }) => [id, name] as const),
  ...register.purposes.flatMap(({ content }) =>
    content.securityMeasures.map(({ id, name }) => [id, text(name)] as const),
  ),
];
