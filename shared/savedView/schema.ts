import { z } from 'zod';
import { byId, id, inWorkspace, LIMITED, requiredLine } from '../text.ts';
import { narrowingOf } from './narrowing.ts';

/** Views that one person may keep of one list. */
export const SAVED_VIEW_LIMIT = 50;

/** The list, as its table is named (`request`): lower-case words with dots between. */
const list = z
  .string()
  .max(60, LIMITED)
  .regex(/^[a-zA-Z][a-zA-Z.]*$/, { error: 'errors:invalid' });
/**
 * What narrows and sorts the list, as its address has it. The text that is searched for stays out: it may name a
 * person.
 */
const query = z.string().max(2000, LIMITED).overwrite(narrowingOf);
const name = requiredLine(100);

export const listSavedViews = inWorkspace.extend({ list });
export const createSavedView = inWorkspace.extend({ list, name, query, shared: z.boolean().default(false) });
export const updateSavedView = byId.extend({ name, query: query.optional(), shared: z.boolean() });

export const savedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  /** Whether it is the caller's. */
  own: z.boolean(),
  by: z.string(),
});
export type SavedView = z.infer<typeof savedView>;
