import { useEffect, useRef } from 'react';
import { useFormState } from './Form.tsx';

/**
 * For a field with text that is typed but not among the form's values yet: before the form is sent, `adopt` puts it
 * there. It returns false where it cannot, which the field then displays.
 */
export function useAdopter(adopt: () => boolean): void {
  const { uploads } = useFormState();
  const latest = useRef(adopt);
  latest.current = adopt;
  useEffect(() => {
    const current = () => latest.current();
    uploads.adopters.add(current);
    return () => void uploads.adopters.delete(current);
  }, [uploads]);
}
