import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useNavigationGuard } from '../navigationGuard.tsx';

interface GuardOptions {
  guarded: boolean;
  disabled: boolean;
  /** It is sent once its uploads have ended. */
  waiting: boolean;
  hasDraft: boolean;
  /** Names of fields that are never stored in a draft. */
  secret: ReadonlySet<string>;
}

/** Asks before unsaved input is lost, and says only of what is stored that it is; protects what is being sent. */
export function useFormGuard(
  form: UseFormReturn<FieldValues>,
  { guarded, disabled, waiting, hasDraft, secret }: GuardOptions,
): ReactNode {
  const { isDirty, isSubmitting } = form.formState;
  const stored = () => {
    // A file on its way is in no draft.
    if (!hasDraft || waiting) return 'none';
    return [...secret].some((name) => form.getFieldState(name).isDirty) ? 'part' : 'all';
  };
  return useNavigationGuard(guarded && !disabled && (isDirty || waiting), stored, guarded && isSubmitting);
}
