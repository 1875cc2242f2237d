import { may, type Permission } from '../../../shared/registry/permissions.ts';
import { ANSWER_FILE } from '../../../shared/requestAnswer/files.ts';
import type { Trx } from '../../../db/client.ts';
import { actorOf } from '../../platform/actor.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { seesOwn } from '../request/record.ts';

/** Whether somebody answers the right that an answer is of. */
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

/** A file as it was uploaded: where others are named in it, for Admin and DPO alone. */
export const originalFile: FileOwnerKind = {
  kind: 'requestAnswer.original',
  upload: ANSWER_FILE,
  uploaders: ['request.write'],
  readers: manages,
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};

/** What is sent in place of a file in which others are named: for whoever answers the right. */
export const redactedFile: FileOwnerKind = {
  kind: 'requestAnswer.redacted',
  upload: null,
  readers: answers,
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};

/** The archive that is handed over, and what is in it: given out by Admin and DPO where the data subject has no e-mail. */
export const packageFile: FileOwnerKind = {
  kind: 'requestAnswer.package',
  upload: null,
  readers: manages,
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};
