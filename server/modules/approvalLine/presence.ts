import { appError } from '../../platform/errors.ts';
import type { PresenceKinds } from '../../platform/presence/presence.ts';
import { everyoneOf } from './people.ts';
import { isVisible, readerOf } from './readers.ts';

export const presence = {
  approvalLine: {
    permission: 'approval.act',
    async audience(trx, ctx, id) {
      if (!(await isVisible(trx, readerOf(ctx), id))) throw appError('approvalLine.notFound');
      const { all } = await everyoneOf(trx, ctx.workspace.id, id, ctx.deps.now());
      return { event: 'presence.lineChanged', recipients: all };
    },
  },
} satisfies PresenceKinds;

declare module '../../../shared/presence/schema.ts' {
  interface EditedRecords {
    approvalLine: keyof typeof presence;
  }
}
