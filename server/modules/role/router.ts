import { listOf } from '../../../shared/list.ts';
import { roleItem } from '../../../shared/personnel/schema.ts';
import { member, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const roleRouter = router({
  list: member
    .meta({ rest: { method: 'GET', path: '/{ws}/roles', summary: 'List the roles of personnel' } })
    .output(listOf(roleItem))
    .query(({ ctx }) => service.list(ctx)),
});
