import { editInput, editors, editorsInput } from '../../../shared/presence.ts';
import { can, router } from '../../trpc.ts';
import * as service from './service.ts';

export const presenceRouter = router({
  editors: can('incident.read').input(editorsInput).output(editors).query(({ ctx, input }) => service.list(ctx, input)),
  edit: can('incident.read').input(editInput).output(editors).mutation(({ ctx, input }) => service.edit(ctx, input)),
});
