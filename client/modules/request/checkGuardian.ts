import type { z } from 'zod';
import { guardian } from '../../../shared/request/schema.ts';

/** Whether somebody of this age band does not ask alone. */
export const needsGuardian = (band: string): boolean => band === 'CHILD' || band === 'MINOR';

/** A guardian as a form holds them: there where the age band asks for them, and of no account where it does not. */
export type GuardianValues = z.input<typeof guardian>;

/** Refines a form: what is wrong with the guardian, where one is needed. */
export function checkGuardian(form: { ageBand: string; guardian: unknown }, context: z.RefinementCtx): void {
  if (!needsGuardian(form.ageBand)) return;
  for (const { path, message } of guardian.safeParse(form.guardian).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['guardian', ...path], message });
}
