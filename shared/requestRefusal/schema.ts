import { z } from 'zod';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { REFUSAL_GROUNDS } from '../request/grounds.ts';
import { TASK_KINDS } from '../requestTask/kinds.ts';
import { id } from '../text.ts';

const day = z.iso.date({ error: 'errors:date' }).refine((value) => value >= '1900-01-01', { error: 'errors:date' });

export const REFUSAL_LIST = {
  sortBy: ['closedAt', 'number'],
  filters: {
    /** CUSTOM: one of the workspace's own. */
    right: ['ALL', ...RIGHT_CODES, 'CUSTOM'],
    ground: ['ALL', ...REFUSAL_GROUNDS],
    /** Whether section 39 (7) wants it recorded. */
    required: ['ALL', 'YES', 'NO'],
    applicationId: 'id',
  },
} as const satisfies ListRule;
/** The text searched for is the number of a request. */
export const listRefusals = listInput(REFUSAL_LIST).extend({
  /** First and last day of the decision, both included, as days in Bangkok (UTC+7): YYYY-MM-DD. */
  from: day.optional(),
  to: day.optional(),
});
export type ListRefusals = z.output<typeof listRefusals>;

const named = z.object({ id, name: z.string() });
/** A right that was refused, or a part of one that was carried out otherwise. */
const refusal = z.object({
  id,
  request: z.object({ id, number: z.number().int() }),
  right: z.object({ code: z.enum(RIGHT_CODES).nullable(), name: z.object({ th: z.string(), en: z.string() }) }),
  /** The section that the ground stands in; null where the act names none. */
  section: z.string().nullable(),
  required: z.boolean(),
  /** The task that was refused in the application; null: the whole right was. */
  part: z.enum(TASK_KINDS).nullable(),
  ground: z.string(),
  /** What was said of it; null for those who may not know who asks. */
  reason: z.string().nullable(),
  application: named,
  receivedAt: z.string(),
  closedAt: z.string(),
  /** Null where it is no longer known. */
  decidedBy: named.nullable(),
});
export type Refusal = z.infer<typeof refusal>;
export const refusalList = listOf(refusal);
