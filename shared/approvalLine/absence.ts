import { z } from 'zod';
import { moment } from '../incident/fields.ts';
import { id, inWorkspace, optionalText } from '../text.ts';
import { person } from './schema.ts';

/** Somebody stands in for a person while they are away. */
export const createAbsence = inWorkspace
  .extend({
    /** Left out: the caller themselves; others need approval.settings. */ personnelId: id.optional(),
    delegateId: id,
    fromAt: moment,
    untilAt: moment,
    note: optionalText(500),
  })
  .refine(({ fromAt, untilAt }) => Date.parse(fromAt) < Date.parse(untilAt), {
    error: 'approvalLine:endsBeforeBegins',
    path: ['untilAt'],
  });
export const absence = z.object({
  id,
  person,
  delegate: person,
  fromAt: z.string(),
  untilAt: z.string(),
  note: z.string(),
  active: z.boolean(),
  /** Why the delegate cannot be relied on, now or when it starts: no longer active, or away too in that time. */
  delegateProblem: z.enum(['inactive', 'away']).nullable(),
  endedAt: z.string().nullable(),
  /** Whether the caller may call it off. */ yours: z.boolean(),
});
export type Absence = z.infer<typeof absence>;
export const absenceList = z.object({ collection: z.array(absence) });
