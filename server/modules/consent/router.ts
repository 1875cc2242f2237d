import { router } from '../../trpc.ts';

export const consentRouter = router({});
