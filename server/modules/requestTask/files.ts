import { may } from '../../../shared/registry/permissions.ts';
import { PROOF_FILE } from '../../../shared/requestTask/proof.ts';
import { actorOf } from '../../platform/actor.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { seesOwn } from '../request/record.ts';
import * as requests from '../request/rows.ts';
import * as queries from './queries.ts';
import { sees } from './record.ts';

/** Proof that a task was done, for those who can read the task. */
export const proofFile: FileOwnerKind = {
  kind: 'requestTask.proof',
  upload: PROOF_FILE,
  uploaders: ['request.write'],
  async readers(trx, ctx, taskId) {
    if (!may(ctx.standing, 'request.write')) return false;
    const [task] = await queries.byIds(trx, ctx.workspace.id, [taskId]);
    return task !== undefined && sees(actorOf(ctx), task);
  },
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};

/**
 * The platform's own records of a data subject: for those who manage requests and the assignees of this request's
 * rights.
 */
export const gatheredFile: FileOwnerKind = {
  kind: 'requestTask.gathered',
  upload: null,
  async readers(trx, ctx, requestId) {
    if (!may(ctx.standing, 'request.write')) return false;
    const rights = await requests.rightsOf(trx, ctx.workspace.id, [requestId]);
    return rights.some(({ assigneeId }) => !seesOwn(actorOf(ctx)) || assigneeId === ctx.personnel.id);
  },
  downloadsLogged: true,
  disposition: 'attachment',
  retention: 'withRecord',
};
