import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { byId, id } from '../text.ts';

export const MAIL_LIST = { sortBy: ['createdAt'] } as const satisfies ListRule;
export const listMails = listInput(MAIL_LIST);
/** A mail that was kept instead of sent (development without a mail server). */
const storedMail = z.object({ id, kind: z.string(), to: z.string(), subject: z.string(), createdAt: z.string() });
export const storedMailList = listOf(storedMail);
export const getMail = byId;
export const openedMail = storedMail.extend({ text: z.string(), html: z.string().nullable() });
export type StoredMail = z.infer<typeof storedMail>;
export type OpenedMail = z.infer<typeof openedMail>;
