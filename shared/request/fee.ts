import { z } from 'zod';
import { moment } from '../incident/fields.ts';
import { byId, id, optionalText, rowVersion } from '../text.ts';

export const FEE_STATES = ['REQUESTED', 'PAID', 'WAIVED'] as const;
export type FeeState = (typeof FEE_STATES)[number];
/** The fee of one right, as its form's version has it: asked for, paid or waived on a day. */
export const changeFee = byId.extend({
  rowVersion: rowVersion.optional(),
  rightId: id,
  state: z.enum(FEE_STATES),
  at: moment,
  /** Why it is waived; else as wanted. */
  reason: optionalText(2000),
});
export type ChangeFee = z.output<typeof changeFee>;
