import { sql } from 'kysely';
import type { List } from '../../../shared/list.ts';
import type { ListTasks, TaskItem } from '../../../shared/requestTask/schema.ts';
import { OPEN_TASKS } from '../../../shared/requestTask/status.ts';
import { actorOf } from '../../platform/actor.ts';
import { pageOf } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { seesOwn } from '../request/record.ts';
import * as queries from './queries.ts';
import { itemsOf } from './record.ts';

/** One page of tasks: those of the caller, or everybody's for those who manage requests. The text is a number. */
export function list(ctx: WorkspaceContext, input: ListTasks): Promise<List<TaskItem>> {
  const caller = actorOf(ctx);
  const ws = caller.workspaceId;
  return ctx.read(async (trx) => {
    let rows = trx.selectFrom('requestTasks').where('requestTasks.workspaceId', '=', ws);
    if (input.mine || seesOwn(caller)) rows = rows.where('requestTasks.assigneeId', '=', caller.personnelId);
    if (input.assigneeId) rows = rows.where('requestTasks.assigneeId', '=', input.assigneeId);
    if (!input.closed)
      rows = rows
        .where('requestTasks.status', 'in', OPEN_TASKS)
        .where('requestTasks.requestRightId', 'in', (eb) => queries.openRights(eb, ws));
    if (input.query) {
      const number = /^(?:dsr-?)?0*(\d{1,9})$/i.exec(input.query)?.[1] ?? '0';
      rows = rows.where('requestTasks.requestId', 'in', (eb) =>
        eb.selectFrom('requests').select('id').where('workspaceId', '=', ws).where('number', '=', Number(number)),
      );
    }
    const page = await pageOf(
      rows,
      input,
      (query) => query.select('requestTasks.id'),
      {
        updatedAt: sql.ref('requestTasks.updatedAt'),
        dueAt: sql.ref('requestTasks.dueAt'),
      },
      sql.ref('requestTasks.id'),
    );
    const ids = page.collection.map(({ id }) => id);
    const found = ids.length === 0 ? [] : inOrder(ids, await queries.byIds(trx, ws, ids));
    return { ...page, collection: await itemsOf(trx, caller, found) };
  });
}
