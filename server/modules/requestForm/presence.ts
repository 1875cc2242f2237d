import { appError } from '../../platform/errors.ts';
import type { PresenceKinds } from '../../platform/presence/presence.ts';
import { find } from './queries.ts';

export const presence = {
  requestForm: {
    permission: 'requestForm.read',
    async audience(trx, ctx, id) {
      if (!(await find(trx, ctx.workspace.id, id))) throw appError('NOT_FOUND');
      return { event: 'presence.requestFormChanged' };
    },
  },
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    requestForm: keyof typeof presence;
  }
}
