import { may } from '../../../shared/registry/permissions.ts';
import { ACTION_FILE } from '../../../shared/treatmentPlan/file.ts';
import { actorOf } from '../../platform/actor.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { seesOwn } from './record.ts';

/** Evidence of an action, for those who can read its plan. */
export const actionFile: FileOwnerKind = {
  kind: 'treatmentPlan.action',
  upload: ACTION_FILE,
  uploaders: ['treatmentPlan.write'],
  async readers(trx, ctx, actionId) {
    if (!may(ctx.standing, 'treatmentPlan.read')) return false;
    const plan = await trx
      .selectFrom('treatmentPlanActions as x')
      .innerJoin('treatmentPlans as t', (join) =>
        join.onRef('t.workspaceId', '=', 'x.workspaceId').onRef('t.id', '=', 'x.planId'),
      )
      .select('t.assigneeId')
      .where('x.workspaceId', '=', ctx.workspace.id)
      .where('x.id', '=', actionId)
      .executeTakeFirst();
    return plan !== undefined && (!seesOwn(actorOf(ctx)) || plan.assigneeId === ctx.personnel.id);
  },
  disposition: 'attachment',
  retention: 'withRecord',
};
