import { z } from 'zod';
import { byId, id, LONG_TEXT_LIMIT, requiredText, rowVersion, namedRecord } from '../text.ts';
import { moment, newKey } from './fields.ts';

export const ACTIVITY_PHASES = ['CONTAINMENT', 'ERADICATION', 'RECOVERY_ACTIVITIES'] as const;
export type ActivityPhase = (typeof ACTIVITY_PHASES)[number];

const activityFields = {
  phase: z.enum(ACTIVITY_PHASES, { error: 'errors:required' }),
  at: moment,
  detail: requiredText(LONG_TEXT_LIMIT),
};
export const addActivity = byId.extend({ ...activityFields, key: newKey });
export const updateActivity = byId.extend({ aid: id, rowVersion, ...activityFields });
export const removeActivity = byId.extend({
  aid: id,
  /** Left out: whatever it says by now. */ rowVersion: rowVersion.optional(),
});

export const incidentActivity = z.object({
  id,
  phase: z.enum(ACTIVITY_PHASES),
  at: z.string(),
  detail: z.string(),
  by: namedRecord.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
});
export type IncidentActivity = z.infer<typeof incidentActivity>;
