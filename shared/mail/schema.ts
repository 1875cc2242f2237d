import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { byId, id } from '../text.ts';

export const MAIL_LIST = { sortBy: ['createdAt'] } as const satisfies ListRule;
export const listMails = listInput(MAIL_LIST);
/** A mail that was kept instead of sent (development without a mail server). */
const keptMail = z.object({ id, kind: z.string(), to: z.string(), subject: z.string(), createdAt: z.string() });
export const keptMailList = listOf(keptMail);
export const getMail = byId;
export const openedMail = keptMail.extend({ text: z.string(), html: z.string().nullable() });
export type KeptMail = z.infer<typeof keptMail>;
export type OpenedMail = z.infer<typeof openedMail>;
