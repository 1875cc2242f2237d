import { serverTime, shellConfig, shellStart } from '../../../shared/shell/schema.ts';
import { maybeInWorkspace } from '../../../shared/text.ts';
import { open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const shellRouter = router({
  now: open.output(serverTime).query(({ ctx }) => ({ now: ctx.deps.now().toISOString() })),
  start: open
    .input(maybeInWorkspace)
    .output(shellStart)
    .query(({ ctx, input }) => service.start(ctx, input.ws)),
  config: open.output(shellConfig).query(({ ctx }) => service.config(ctx)),
});
