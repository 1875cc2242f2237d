import { z } from 'zod';
import { optionalText } from '../text.ts';
import { RETENTION_START_EVENTS, RETENTION_UNITS, type RetentionStartEvent } from './retention.ts';

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
  startEvent: z.enum(RETENTION_START_EVENTS).nullable().default(null),
  startNote: optionalText(),
};

/** Nothing that a period counts from. */
export const NO_START = { startEvent: null, startNote: '' } as const;
/** Nothing of a retention. */
export const NO_RETENTION = { indefinite: false, amount: null, unit: null, ...NO_START } as const;

/** How a retention reads. */
export const RETENTION_CONTENT = {
  indefinite: z.boolean(),
  amount: z.number().nullable(),
  unit: z.enum(RETENTION_UNITS).nullable(),
  // Versions published before these were recorded have none of them: their hash is of what they were.
  startEvent: z.enum(RETENTION_START_EVENTS).nullable().optional(),
  startNote: z.string().optional(),
};

/** Words without an event are an event of their own. */
export const statedStart = <Value extends { startEvent: RetentionStartEvent | null; startNote: string }>(
  value: Value,
): Value => ({ ...value, startEvent: value.startEvent ?? (value.startNote ? 'other' : null) });

/** A retention as it is edited, of one as it reads. */
export const retentionDraftOf = <Value extends { startEvent?: RetentionStartEvent | null; startNote?: string }>({
  startEvent = null,
  startNote = '',
  ...period
}: Value) => ({ ...period, startEvent, startNote });
