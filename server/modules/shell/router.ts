import { serverTime, shellConfig } from '../../../shared/shell/schema.ts';
import { open, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const shellRouter = router({
  now: open.output(serverTime).query(({ ctx }) => ({ now: ctx.deps.now().toISOString() })),
  config: open.output(shellConfig).query(({ ctx }) => service.config(ctx)),
});
