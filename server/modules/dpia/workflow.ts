import type { Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import type { DpiaAction, DpiaStatus } from '../../../shared/dpia/status.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Caller } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Workflow } from '../../platform/workflow/workflow.ts';
import { GUARD } from './record.ts';

type Columns = Updateable<DB['dpias']>;
interface Written {
  /** Columns that the move writes; the service prepares everything else. */
  readonly columns: Columns;
}

interface DpiaMoves {
  table: 'dpias';
  record: { readonly id: string; readonly name: string; readonly status: DpiaStatus };
  state: DpiaStatus;
  action: DpiaAction;
  actor: Caller;
  inputs: { notRequire: Written; reopen: Written; start: Written; publish: Written; newVersion: Written };
  facts: object;
  notice: object;
}

const rule = (event: EventName) => ({
  columns: ({ input }: { input: Written }): Columns => input.columns,
  event,
});

/** How an assessment moves. The caller has locked it and has checked the conditions of the move. */
export const dpiaWorkflow: Workflow<DpiaMoves> = {
  table: 'dpias',
  ...GUARD,
  announce: ({ trx, actor, before, from, to }, event) =>
    emit(trx, actor, {
      event,
      entityId: before.id,
      subject: before.name,
      changes: [{ field: 'status', old: from, new: to }],
    }),
  moves: {
    notRequire: rule('dpia.notRequired'),
    reopen: rule('dpia.reopened'),
    start: rule('dpia.started'),
    publish: rule('dpia.published'),
    newVersion: rule('dpia.revisionStarted'),
  },
};
