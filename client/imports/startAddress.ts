import type { ImportKind, ImportTypes } from './kind.ts';

/** Where another import for the same target begins. */
export const startAddress = <T extends ImportTypes>({ address, target }: ImportKind<T>, record: T['record']): string =>
  address(target && { [target.param]: target.of(record) });
