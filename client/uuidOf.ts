import { UUID } from '../shared/uuid.ts';

/** An id from an address; undefined where it is none. */
export const uuidOf = (value: string | null | undefined): string | undefined =>
  value && UUID.test(value) ? value : undefined;
