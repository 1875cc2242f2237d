import { router } from '../../trpc.ts';

export const approvalLineRouter = router({});
