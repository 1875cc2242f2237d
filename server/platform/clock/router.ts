import { runningClocks } from '../../../shared/clock.ts';
import { member, router } from '../trpc/trpc.ts';
import { runningClocksOf } from './running.ts';

export const clockRouter = router({
  running: member.output(runningClocks).query(({ ctx }) => runningClocksOf(ctx)),
});
