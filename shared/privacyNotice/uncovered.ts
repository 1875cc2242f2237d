import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id } from '../text.ts';

export const UNCOVERED_LIST = {
  sortBy: ['name', 'updatedAt'],
  sortDirection: 'ASC',
  filters: { dataControllerId: 'id' },
} as const satisfies ListRule;
export const listUncovered = listInput(UNCOVERED_LIST);
export type ListUncovered = z.output<typeof listUncovered>;

/** A published application that no notice in force covers. */
const uncoveredApplication = z.object({
  id,
  name: z.string(),
  version: z.number().int(),
  dataController: z.object({ id, name: z.object({ th: z.string(), en: z.string() }) }),
  /** One that names it and is not in force with it; null: none does. */
  notice: z.object({ id, name: z.string() }).nullable(),
  updatedAt: z.string(),
});
export type UncoveredApplication = z.infer<typeof uncoveredApplication>;
export const uncoveredList = listOf(uncoveredApplication);
