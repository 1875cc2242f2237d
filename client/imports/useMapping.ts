import { useState } from 'react';
import type { ImportTypes } from './kind.ts';

/**
 * The mapping that is being edited. A newer one of the record, from another tab or person, is adopted where nothing was
 * changed here; otherwise what was entered stays.
 */
export function useMapping<T extends ImportTypes>({ mapping: newest }: T['record']) {
  type Mapping = T['record']['mapping'];
  const [stored, setStored] = useState<Mapping>(newest);
  const [mapping, setMapping] = useState<Mapping>(newest);
  const isSame = (one: Mapping, other: Mapping) => JSON.stringify(one) === JSON.stringify(other);
  if (!isSame(newest, stored)) {
    setStored(newest);
    if (isSame(mapping, stored)) setMapping(newest);
  }
  return [mapping, setMapping] as const;
}
