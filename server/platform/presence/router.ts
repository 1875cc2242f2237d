import { editInput, editors, editorsInput } from '../../../shared/presence/schema.ts';
import { member, router } from '../trpc/trpc.ts';
import * as service from './service.ts';

// Which permission it takes its kind says (`PresenceKind`): the service asks for it.
export const presenceRouter = router({
  editors: member
    .input(editorsInput)
    .output(editors)
    .query(({ ctx, input }) => service.list(ctx, input)),
  edit: member
    .input(editInput)
    .output(editors)
    .mutation(({ ctx, input }) => service.edit(ctx, input)),
});
