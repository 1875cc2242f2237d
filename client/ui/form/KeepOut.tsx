import { useEffect } from 'react';
import { useFormState } from './Form.tsx';

/**
 * Inside a form with a draft: excludes the fields of these names from it, because they name people.
 * @example <KeepOut names={NAMES} />
 */
export function KeepOut({ names }: { names: readonly string[] }) {
  const { secret } = useFormState();
  useEffect(() => {
    for (const name of names) secret.add(name);
  }, [secret, names]);
  return null;
}
