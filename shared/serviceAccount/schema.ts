import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { ROLES } from '../registry/roles.ts';
import { id, inWorkspace, optionalText, requiredLine, rowVersion } from '../text.ts';

/** Service accounts of one workspace. */
export const SERVICE_ACCOUNT_LIMIT = 50;

export const serviceAccountFields = z.object({
  name: requiredLine(100),
  /** What it may at most; each of its keys narrows that by scopes. */
  role: z.enum(ROLES),
  description: optionalText(500),
});
export const createServiceAccount = inWorkspace.extend(serviceAccountFields.shape);
/** `active` false: its keys are refused. */
export const updateServiceAccount = createServiceAccount.extend({ id, rowVersion, active: z.boolean() });

export const SERVICE_ACCOUNT_LIST = {
  sortBy: ['createdAt', 'name'],
  filters: { state: ['ALL', 'active', 'paused'] },
} as const satisfies ListRule;
export const listServiceAccounts = listInput(SERVICE_ACCOUNT_LIST);

export const serviceAccount = z.object({
  id,
  name: z.string(),
  role: z.enum(ROLES),
  description: z.string(),
  active: z.boolean(),
  /** Its keys that are neither revoked nor expired. */
  keys: z.number().int(),
  /** When one of its keys was used last. */
  lastUsedAt: z.string().nullable(),
  createdBy: z.object({ id, name: z.string() }),
  createdAt: z.string(),
  rowVersion: z.number(),
});
export type ServiceAccount = z.infer<typeof serviceAccount>;
export const serviceAccountList = listOf(serviceAccount);
