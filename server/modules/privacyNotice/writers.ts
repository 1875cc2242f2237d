import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { activeIds } from '../../platform/auth/personnel.ts';

/** Active people who can edit notices. */
export const writersOf = (trx: Trx, workspaceId: string): Promise<string[]> =>
  activeIds(trx, workspaceId, rolesWith('privacyNotice.write'));
