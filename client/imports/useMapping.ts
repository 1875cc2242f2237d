import { useState } from 'react';
import { useNavigationGuard } from '../ui/index.ts';
import type { ImportKind, ImportTypes } from './kind.ts';
import { useSend } from './useSend.ts';

/**
 * The mapping that is being edited in all steps, guarded until it is sent. A newer one of the record, from another tab
 * or person, is adopted where nothing was changed here; otherwise what was entered stays.
 */
export function useMapping<T extends ImportTypes>(kind: ImportKind<T>, record: T['record']) {
  type Mapping = T['record']['mapping'];
  const newest: Mapping = record.mapping;
  const [stored, setStored] = useState<Mapping>(newest);
  const [mapping, setMapping] = useState<Mapping>(newest);
  const { busy, send } = useSend(kind, record);
  const isSame = (one: Mapping, other: Mapping) => JSON.stringify(one) === JSON.stringify(other);
  if (!isSame(newest, stored)) {
    setStored(newest);
    if (isSame(mapping, stored)) setMapping(newest);
  }
  const guard = useNavigationGuard(!isSame(mapping, newest), () => 'none', busy !== null);
  return { mapping, setMapping, busy, send, guard };
}
export type MappingEdit<T extends ImportTypes> = ReturnType<typeof useMapping<T>>;
