import { router } from '../../trpc.ts';

export const presenceRouter = router({});
