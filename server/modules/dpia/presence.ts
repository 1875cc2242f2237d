import { appError } from '../../platform/errors.ts';
import type { PresenceKinds } from '../../platform/presence/presence.ts';
import { find } from './queries.ts';

/** People who edit an assessment see each other. */
export const presence = {
  dpia: {
    permission: 'dpia.read',
    async audience(trx, ctx, id) {
      if (!(await find(trx, ctx.workspace.id, id))) throw appError('dpia.notFound');
      return { event: 'presence.dpiaChanged' };
    },
  },
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    dpia: keyof typeof presence;
  }
}
