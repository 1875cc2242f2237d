import { appError } from '../../platform/errors.ts';
import type { PresenceReaders } from '../../platform/presence/presence.ts';
import { everyoneOf } from './people.ts';
import { isVisible, readerOf } from './readers.ts';

export const presence = {
  async approvalLine(trx, ctx, id) {
    if (!(await isVisible(trx, readerOf(ctx), id))) throw appError('approvalLine.notFound');
    const { all } = await everyoneOf(trx, ctx.workspace.id, id, ctx.deps.now());
    return { event: 'presence.lineChanged', recipients: all };
  },
} satisfies PresenceReaders;
