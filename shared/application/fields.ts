import { z } from 'zod';
import { PROCESSING_ROLES } from '../purpose/processingRole.ts';
import {
  count,
  id,
  LONG_TEXT_LIMIT,
  optionalDay,
  optionalLine,
  optionalText,
  requiredLine,
  requiredText,
} from '../text.ts';

export const PROCESSING_FREQUENCIES = [
  'once',
  'continuous',
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'yearly',
  'onRequest',
] as const;
/** Refused requests and objections: none so far, or recorded in the note (PDPA section 39 (7)). */
export const REFUSAL_STATUSES = ['none', 'recorded'] as const;
/** Longest code of an activity. */
export const PROCESS_CODE_LIMIT = 60;
/** Most purposes of one application. */
export const APPLICATION_PURPOSE_LIMIT = 200;

const frequency = z.enum(PROCESSING_FREQUENCIES).nullable();
const refusal = z.enum(REFUSAL_STATUSES).nullable();
const fact = <Draft extends z.ZodType, Content extends z.ZodType>(draft: Draft, content: Content) => ({
  draft,
  content,
});

/**
 * Facts of an application beside what it refers to: how each is edited, and how it reads. Each has a column of its
 * name.
 */
const FIRST_FACTS = {
  /** Cannot change after creation. */
  name: fact(requiredLine(), z.string()),
  description: fact(requiredText(LONG_TEXT_LIMIT), z.string()),
  dataSubjectCount: fact(count.nullable().default(null), z.number().nullable()),
  processingFrequency: fact(frequency.default(null), frequency),
};
/** Versions published before these were recorded have none of them. */
const LATER_FACTS = {
  processingRole: fact(z.enum(PROCESSING_ROLES).default('controller'), z.enum(PROCESSING_ROLES)),
  /** The controller that a processor works for: its name, and how to reach it. */
  onBehalfName: fact(optionalText(), z.string()),
  onBehalfContact: fact(optionalText(), z.string()),
  /** Rights and means of access of data subjects, and their conditions (PDPA section 39 (5)). */
  accessMeans: fact(optionalText(LONG_TEXT_LIMIT), z.string()),
  refusalStatus: fact(refusal.default(null), refusal),
  refusalNote: fact(optionalText(LONG_TEXT_LIMIT), z.string()),
  /** The organisation's own code of the activity, of which there is one at most. */
  processCode: fact(optionalLine(PROCESS_CODE_LIMIT), z.string()),
  /** The day by which the record is reviewed next. */
  reviewOn: fact(optionalDay, z.string().nullable()),
};
const FACTS = { ...FIRST_FACTS, ...LATER_FACTS };
export type ApplicationFact = keyof typeof FACTS;
export const APPLICATION_FACTS = Object.keys(FACTS) as ApplicationFact[];

type Shape<Facts extends typeof FIRST_FACTS | typeof LATER_FACTS, Part extends 'draft' | 'content'> = {
  [Key in keyof Facts]: Facts[Key] extends Record<Part, infer Schema> ? Schema : never;
};
const shapeOf = <Facts extends typeof FIRST_FACTS | typeof LATER_FACTS, Part extends 'draft' | 'content'>(
  facts: Facts,
  part: Part,
): Shape<Facts, Part> =>
  Object.fromEntries(
    Object.entries(facts).map(([key, schemas]) => [key, (schemas as Record<Part, z.ZodType>)[part]]),
  ) as Shape<Facts, Part>;

export const firstFacts = z.object(shapeOf(FIRST_FACTS, 'content'));
export const laterFacts = z.object(shapeOf(LATER_FACTS, 'content'));
export type ApplicationFacts = z.infer<typeof firstFacts> & z.infer<typeof laterFacts>;

/** The facts of an application, without whatever else is known of it. */
export const factsOf = <Facts extends ApplicationFacts>(application: Facts): Pick<Facts, ApplicationFact> =>
  Object.fromEntries(APPLICATION_FACTS.map((key) => [key, application[key]])) as Pick<Facts, ApplicationFact>;

/** What is edited of an application. */
export const applicationFields = z.object({
  ...shapeOf(FIRST_FACTS, 'draft'),
  ...shapeOf(LATER_FACTS, 'draft'),
  dataControllerId: id,
  lineOfWorkId: id.nullable().default(null),
  dataSourceId: id.nullable().default(null),
  /** In the order they are shown and published. */
  purposeIds: z
    .array(id)
    .max(APPLICATION_PURPOSE_LIMIT)
    .default([])
    .transform((ids) => [...new Set(ids)]),
});
export type ApplicationFields = z.output<typeof applicationFields>;

interface Referring {
  dataController: { id: string };
  lineOfWork: { id: string } | null;
  dataSource: { id: string } | null;
  purposes: readonly { id: string }[];
}

/** What is edited of an application that is stored. */
export const draftOf = (application: ApplicationFacts & Referring): ApplicationFields => ({
  ...factsOf(application),
  dataControllerId: application.dataController.id,
  lineOfWorkId: application.lineOfWork?.id ?? null,
  dataSourceId: application.dataSource?.id ?? null,
  purposeIds: application.purposes.map((purpose) => purpose.id),
});
