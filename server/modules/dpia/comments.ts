import { appError } from '../../platform/errors.ts';
import type { CommentKinds } from '../../platform/comments/commentKind.ts';
import { nameOf } from '../../platform/records/names.ts';

/** Those who can read assessments can comment on their fields. */
export const comments = {
  dpia: {
    permission: 'dpia.read',
    events: { commented: 'dpia.commented', resolved: 'dpia.commentResolved', reopened: 'dpia.commentReopened' },
    async find(trx, ctx, id) {
      const name = await nameOf(trx, ctx.workspace.id, 'dpias', id);
      if (name === undefined) throw appError('dpia.notFound');
      return { name };
    },
  },
} satisfies CommentKinds;

declare module '../../../shared/comment/schema.ts' {
  interface CommentedRecords {
    dpia: keyof typeof comments;
  }
}
