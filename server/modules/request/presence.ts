import { onlyOwn } from '../../../shared/registry/permissions.ts';
import { appError } from '../../platform/errors.ts';
import type { PresenceKinds } from '../../platform/presence/presence.ts';
import * as queries from './rows.ts';

/** People who edit a request see each other; its assignees are notified by name. */
export const presence = {
  request: {
    permission: 'request.read',
    async audience(trx, ctx, id) {
      const rights = await queries.rightsOf(trx, ctx.workspace.id, [id]);
      const assignees = [...new Set(rights.map(({ assigneeId }) => assigneeId))].filter((one) => one !== null);
      const isOwn = assignees.includes(ctx.personnel.id);
      if (rights.length === 0 || (onlyOwn(ctx.standing.role, 'request.read') && !isOwn))
        throw appError('request.notFound');
      return { event: 'presence.requestChanged', recipients: assignees };
    },
  },
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    request: keyof typeof presence;
  }
}
