import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { bilingual, byId, id, inWorkspace, LONG_TEXT_LIMIT, optionalText, rowVersion } from '../text.ts';

/** Rights of the act that every workspace has (spec 2 section 3), in the order in which they are offered. */
export const RIGHT_CODES = [
  'ACCESS',
  'PORTABILITY',
  'OBJECTION',
  'ERASURE',
  'RESTRICTION',
  'RECTIFICATION',
  'WITHDRAWAL',
  'COMPLAINT',
] as const;
export type RightCode = (typeof RIGHT_CODES)[number];

/** The section of the act that grants each. */
export const SECTION_OF: Readonly<Record<RightCode, number>> = {
  ACCESS: 30,
  PORTABILITY: 31,
  OBJECTION: 32,
  ERASURE: 33,
  RESTRICTION: 34,
  RECTIFICATION: 36,
  WITHDRAWAL: 19,
  COMPLAINT: 73,
};

/** Days to answer in that the law itself sets; for the others the number is the workspace's own. */
export const STATUTORY_DAYS: Readonly<Partial<Record<RightCode, number>>> = { ACCESS: 30, ERASURE: 90 };

/** The days from receipt that count by law: those that it sets, else the workspace's own. */
export const legalDaysOf = ({ code, days }: { readonly code: RightCode | null; readonly days: number }): number =>
  (code && STATUTORY_DAYS[code]) ?? days;

/**
 * The days from receipt that a data subject is promised: a longer time of the workspace's own does not move that of the
 * law.
 */
export const promisedDaysOf = (right: { readonly code: RightCode | null; readonly days: number }): number =>
  Math.min(right.days, legalDaysOf(right));

/**
 * The days from receipt by which a right is answered: the first of its deadlines that start with receipt. `ownRuns`:
 * whether that of the workspace does, too.
 */
export const answerDaysOf = (
  right: { readonly code: RightCode | null; readonly days: number },
  ownRuns: boolean,
): number => (ownRuns ? promisedDaysOf(right) : legalDaysOf(right));

/** Rights of its own that a workspace may add. */
export const CUSTOM_RIGHT_LIMIT = 20;

export const dataRightFields = z.object({
  name: bilingual(200),
  description: bilingual(LONG_TEXT_LIMIT),
  example: z.object({ th: optionalText(), en: optionalText() }).default({ th: '', en: '' }),
  /** Calendar days to answer in. */
  days: z.coerce
    .number({ error: 'errors:number' })
    .int()
    .min(1, { error: 'dataRight:days' })
    .max(365, { error: 'dataRight:days' }),
  /** Whether forms may offer it. */
  active: z.boolean().default(true),
});
export type DataRightFields = z.output<typeof dataRightFields>;

export const createDataRight = inWorkspace.extend(dataRightFields.shape);
export const updateDataRight = byId.extend({ ...dataRightFields.shape, rowVersion });
/** Puts a right before another one, or at the end. */
export const moveDataRight = byId.extend({ before: id.nullable() });
const DATA_RIGHT_LIST = {
  sortBy: ['position', 'name', 'updatedAt'],
  filters: { active: 'boolean' },
} as const satisfies ListRule;
export const listDataRights = listInput(DATA_RIGHT_LIST);

const text = z.object({ th: z.string(), en: z.string() });
export const dataRight = z.object({
  id,
  /** Of a built-in right; null for one of the workspace's own. */
  code: z.enum(RIGHT_CODES).nullable(),
  /** Section of the act that grants it; null for one of the workspace's own. */
  section: z.number().int().nullable(),
  name: text,
  description: text,
  example: text,
  days: z.number().int(),
  active: z.boolean(),
  builtIn: z.boolean(),
  /** Forms whose draft or newest version offers it; while there is one, it cannot be deleted. */
  formCount: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
});
export type DataRight = z.infer<typeof dataRight>;

/** The list tells how many of its own a workspace has, so that a screen can tell how many are left. */
export const dataRightList = listOf(dataRight).extend({
  custom: z.object({ used: z.number().int(), limit: z.number().int() }),
});
export type DataRightList = z.infer<typeof dataRightList>;
