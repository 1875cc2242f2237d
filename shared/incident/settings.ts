import { z } from 'zod';
import { inWorkspace } from '../text.ts';
import { CLOCK_BASES } from './clock.ts';

/** The statutory numbers and the public form of a workspace. */
export const incidentSettingsFields = z.object({
  authorityHours: z.coerce
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(1, { error: 'incident:hoursRange' })
    .max(720, { error: 'incident:hoursRange' }),
  basis: z.enum(CLOCK_BASES),
  /** Hours left at which somebody is notified; being overdue is always told. */
  alertHours: z
    .array(z.number().int().min(1).max(720))
    .max(5)
    .overwrite((list) => [...new Set(list)].sort((a, b) => b - a)),
  publicForm: z.boolean(),
});
export type IncidentSettingsFields = z.output<typeof incidentSettingsFields>;
export const updateIncidentSettings = inWorkspace.extend({
  rowVersion: z.coerce.number().int().min(0),
  ...incidentSettingsFields.shape,
});
/**
 * `publicUrl`: the address of the public form, while it is on, for those who hold incident.verify. `rowVersion` 0:
 * nobody has changed anything yet.
 */
export const incidentSettings = incidentSettingsFields.extend({
  publicUrl: z.string().nullable(),
  rowVersion: z.number().int(),
});
export type IncidentSettings = z.infer<typeof incidentSettings>;
