import { appError } from '../../platform/errors.ts';
import type { PresenceKinds } from '../../platform/presence/presence.ts';
import { find } from './queries.ts';
import { todayOf } from './record.ts';

export const presence = {
  privacyNotice: {
    permission: 'privacyNotice.read',
    async audience(trx, ctx, id) {
      if (!(await find(trx, ctx.workspace.id, id, todayOf(ctx)))) throw appError('NOT_FOUND');
      return { event: 'presence.privacyNoticeChanged' };
    },
  },
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    privacyNotice: keyof typeof presence;
  }
}
