import { router } from '../../trpc.ts';

export const userConsentRouter = router({});
