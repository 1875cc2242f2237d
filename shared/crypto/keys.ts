import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id, maybeInWorkspace } from '../text.ts';

/**
 * `replacing`: what older keys encrypted is being encrypted anew; `incomplete`: that has ended, but some files could
 * not be read, and only the older key opens them.
 */
const KEY_STATES = ['current', 'replacing', 'incomplete'] as const;
export const WORKSPACE_KEY_LIST = {
  sortBy: ['name', 'activeFrom'],
  sortDirection: 'ASC',
  filters: { state: ['ALL', ...KEY_STATES] },
} as const satisfies ListRule;
export const listWorkspaceKeys = listInput(WORKSPACE_KEY_LIST).extend(maybeInWorkspace.shape);

const workspaceKey = z.object({
  /** Of the workspace. */
  id,
  name: z.string(),
  /** The newest key; it says nothing of the key itself. */
  keyId: id,
  /** From when it encrypts, ISO 8601. */
  activeFrom: z.string(),
  /** Keys of before. They still open what they encrypted. */
  olderKeys: z.number(),
  state: z.enum(KEY_STATES),
  /** The replacement that came last; null: this is the first key. */
  rotation: z
    .object({
      /** Name of who started it; null: the operator. */
      startedBy: z.string().nullable(),
      /** Values and files; null: not counted yet. */
      total: z.number().nullable(),
      done: z.number(),
      /** Files that could not be read. */
      failed: z.number(),
      finishedAt: z.string().nullable(),
    })
    .nullable(),
});
export type WorkspaceKeyRow = z.infer<typeof workspaceKey>;
export const workspaceKeyList = listOf(workspaceKey);

export const replaceWorkspaceKeyInput = maybeInWorkspace.extend({ id });

/** Where the master key of an installation comes from. */
const MASTER_KEY_SOURCES = ['environment', 'file', 'vault', 'kms'] as const;
export const keyInventory = z.object({
  masterKey: z.object({ id: z.string(), source: z.enum(MASTER_KEY_SOURCES) }),
  /** Newest first. */
  formerMasterKeys: z.array(z.object({ id: z.string(), retiredAt: z.string() })),
  /** Newest first; `retiredAt` null: it signs now. */
  signingKeys: z.array(z.object({ id: z.string(), createdAt: z.string(), retiredAt: z.string().nullable() })),
});
export type KeyInventory = z.infer<typeof keyInventory>;
