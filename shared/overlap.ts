import { z } from 'zod';

/** Hours for which a replaced secret still works. */
export const OVERLAPS = ['0', '1', '24', '168'] as const;
export const overlap = z.enum(OVERLAPS);
