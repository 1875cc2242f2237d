import type { z } from 'zod';
import { type AgeBand, type guardian, isReachable, reachableGuardian } from '../../../shared/request/schema.ts';

/** Whether a person of this age band cannot ask on their own. */
export const needsGuardian = (band: string): boolean => band === 'CHILD' || band === 'MINOR';

/** The form values of a guardian: always present, but ignored if the age band does not require one. */
export type GuardianValues = z.input<typeof guardian>;

/** Refines a form schema: validates the guardian, if one is required. */
export function checkGuardian(form: { ageBand: string; guardian: unknown }, context: z.RefinementCtx): void {
  if (!needsGuardian(form.ageBand)) return;
  for (const { path, message } of reachableGuardian.safeParse(form.guardian).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['guardian', ...path], message });
}

/** Refines a form schema: who asks can be answered, unless their guardian acts alone. */
export function checkReachable(
  form: { ageBand: AgeBand | ''; subject: { email: string; telephone: string } },
  context: z.RefinementCtx,
): void {
  if (!isReachable(form))
    context.addIssue({ code: 'custom', path: ['subject', 'email'], message: 'request:reachable' });
}
