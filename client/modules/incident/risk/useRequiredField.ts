import { useId } from 'react';

/**
 * A required field with help outside a `Form`: returns the `handle` of `FieldFrame`, whose `control` is spread on the
 * input.
 */
export function useRequiredField(error: string | undefined) {
  const id = useId();
  const ids = { label: `${id}label`, help: `${id}help`, error: `${id}error` };
  const control = {
    id,
    disabled: false,
    'aria-required': true,
    'aria-describedby': `${ids.help} ${error ? ids.error : ''}`.trim(),
    ...(error && { 'aria-invalid': true as const }),
  } as const;
  return { error, ids, control };
}
