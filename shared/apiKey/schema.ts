import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id, inWorkspace, LIMITED, requiredLine } from '../text.ts';
import { KEY_SCOPES } from './scopes.ts';
import { overlap } from '../overlap.ts';

/** Keys that work at the same time in one workspace. */
export const KEY_LIMIT = 50;
/** Days that a new key works. */
export const LIFETIMES = ['30', '90', '365', 'never'] as const;
const ADDRESS_LIMIT = 20;

const networks = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
/** An address or a network (CIDR). */
export const network = z
  .string()
  .max(50, LIMITED)
  .refine((value) => networks.safeParse(value).success, { error: 'apiKey:refusal.network' });

export const apiKeyFields = z.object({
  name: requiredLine(100),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1, { error: 'errors:required' }).max(KEY_SCOPES.length, LIMITED),
  lifetime: z.enum(LIFETIMES),
  allowedAddresses: z.array(network).max(ADDRESS_LIMIT, LIMITED).default([]),
  /** The service account that it acts for; none: whoever creates it. */
  serviceAccountId: id.nullish(),
});
export const createApiKey = inWorkspace.extend(apiKeyFields.shape);
export const rotateApiKey = inWorkspace.extend({
  id,
  rowVersion: z.coerce.number().int().min(1).max(2_000_000_000),
  overlap,
});

/** `paused`: its service account is, or the person for whom it acts is not active. */
const STATES = ['active', 'paused', 'expired', 'revoked'] as const;
export const API_KEY_LIST = {
  sortBy: ['createdAt', 'name', 'lastUsedAt'],
  filters: { state: ['ALL', ...STATES] },
} as const satisfies ListRule;
export const listApiKeys = listInput(API_KEY_LIST);

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The beginning of the key, to recognise it by. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  allowedAddresses: z.array(z.string()),
  state: z.enum(STATES),
  expiresAt: z.string().nullable(),
  /** Until when the key before the last rotation works. */
  previousExpiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  createdBy: z.object({ id, name: z.string() }),
  /** What it acts for; null: whoever created it. */
  serviceAccount: z.object({ id, name: z.string() }).nullable(),
  createdAt: z.string(),
  rowVersion: z.number(),
});
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeyList = listOf(apiKey);
/** A key just issued: the only answer that has the key itself. */
export const issuedKey = apiKey.extend({ key: z.string() });
export type IssuedKey = z.infer<typeof issuedKey>;
