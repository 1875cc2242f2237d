import { addComment, commentThreads, listComments, settleComments } from '../../../shared/comment/schema.ts';
import { member, router } from '../trpc/trpc.ts';
import * as service from './service.ts';

// Which permission it takes its kind says (`CommentKind`): the service asks for it.
export const commentRouter = router({
  list: member
    .input(listComments)
    .output(commentThreads)
    .query(({ ctx, input }) => service.list(ctx, input)),
  add: member
    .input(addComment)
    .output(commentThreads)
    .mutation(({ ctx, input }) => service.add(ctx, input)),
  settle: member
    .input(settleComments)
    .output(commentThreads)
    .mutation(({ ctx, input }) => service.settle(ctx, input)),
});
