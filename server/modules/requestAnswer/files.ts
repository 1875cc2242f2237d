import { may, type Permission } from '../../../shared/registry/permissions.ts';
import { ANSWER_FILE } from '../../../shared/requestAnswer/files.ts';
import type { Trx } from '../../../db/client.ts';
import { actorOf } from '../../platform/actor.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { seesOwn } from '../request/record.ts';

/** Whether somebody answers the right of an answer. */
async function answers(trx: Trx, ctx: WorkspaceContext, answerId: string): Promise<boolean> {
  if (!may(ctx.standing, 'request.write')) return false;
  const row = await trx
    .selectFrom('requestAnswers as a')
    .innerJoin('requestRights as r', (join) =>
      join.onRef('r.workspaceId', '=', 'a.workspaceId').onRef('r.id', '=', 'a.requestRightId'),
    )
    .select('r.assigneeId')
    .where('a.workspaceId', '=', ctx.workspace.id)
    .where('a.id', '=', answerId)
    .executeTakeFirst();
  return row !== undefined && (!seesOwn(actorOf(ctx)) || row.assigneeId === ctx.personnel.id);
}

const manages = async (trx: Trx, ctx: WorkspaceContext, answerId: string): Promise<boolean | Permission> =>
  (await answers(trx, ctx, answerId)) && 'request.manage';

/** A file as it was uploaded: for Admin and DPO alone where it names other people. */
export const originalFile: FileOwnerKind = {
  kind: 'requestAnswer.original',
  upload: ANSWER_FILE,
  uploaders: ['request.write'],
  readers: manages,
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};

/** The redacted version of a file that names other people, for those who answer the right. */
export const redactedFile: FileOwnerKind = {
  kind: 'requestAnswer.redacted',
  upload: null,
  readers: answers,
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};

/** The archive and its files; Admin and DPO deliver it where the data subject has no email. */
export const packageFile: FileOwnerKind = {
  kind: 'requestAnswer.package',
  upload: null,
  readers: manages,
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};
