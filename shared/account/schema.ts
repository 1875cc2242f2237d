import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { ROLES } from '../registry/roles.ts';
import { id, maybeInWorkspace } from '../text.ts';

export const ACCOUNT_LIST = {
  sortBy: ['name', 'lastSeenAt', 'sessionCount'],
  sortDirection: 'ASC',
  filters: { signedIn: ['ALL', 'true', 'false'], workspaceId: 'id' },
} as const satisfies ListRule;
export const listAccounts = listInput(ACCOUNT_LIST).extend(maybeInWorkspace.shape);

const account = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** Of the caller's workspaces those in which the person is active, by name. */
  workspaces: z.array(z.object({ id, name: z.string(), role: z.enum(ROLES) })),
  /** Open sessions. */
  sessionCount: z.number().int(),
  /** When one of them was used last; null without one. */
  lastSeenAt: z.string().nullable(),
});
export type Account = z.infer<typeof account>;
export const accountList = listOf(account);

export const byAccount = maybeInWorkspace.extend({ id });
/** `handle` names one session; without it, all are ended but the caller's own. */
export const endAccountSessions = byAccount.extend({ handle: id.optional() });

const accountSession = z.object({
  handle: id,
  kind: z.enum(['browser', 'api']),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** When it ends unless it is used; `endsAnyway`: also if it is. */
  expiresAt: z.string(),
  endsAnyway: z.boolean(),
  /** The session by which the caller is signed in. */
  isOwn: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;
export const accountSessions = z.object({ collection: z.array(accountSession) });
/** How many sessions were ended. */
export const accountSessionsEnded = z.object({ sessions: z.number().int() });
