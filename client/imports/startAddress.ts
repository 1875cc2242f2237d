import type { ImportKind, ImportTypes } from './kind.ts';

/** The address of a new import for the same target. */
export const startAddress = <T extends ImportTypes>({ address, target }: ImportKind<T>, record: T['record']): string =>
  address(target && { [target.param]: target.of(record) });
