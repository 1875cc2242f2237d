import { z } from 'zod';
import { RETENTION_UNITS } from './retention.ts';

/** How long data is kept, as it is sent: for good, or an amount of a unit; nothing of it need be given. */
export const RETENTION_INPUT = {
  indefinite: z.boolean().default(false),
  amount: z
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(1)
    .max(36_500)
    .nullable()
    .default(null),
  unit: z.enum(RETENTION_UNITS).nullable().default(null),
};
