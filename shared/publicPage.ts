import { z } from 'zod';
import { id, LIMITED } from './text.ts';
import { LOCALES } from './locale.ts';

/** The token of a page behind a link. */
const linkToken = z
  .string()
  .max(64, { error: 'errors:id', ...LIMITED })
  .regex(/^[A-Za-z0-9_-]{20,64}$/, { error: 'errors:id' });

/** Opens a page behind a link. */
export const openPage = z.object({ token: linkToken });

/** What the form of such a page sends beside its own fields. */
export const submission = openPage.extend({
  /** Chosen by the browser once for each submission, so that sending again does not submit twice. */
  key: id,
  locale: z.enum(LOCALES).default('th'),
  /** Left empty by people; programs fill it in. */
  website: z.string().max(200, LIMITED).default(''),
});
