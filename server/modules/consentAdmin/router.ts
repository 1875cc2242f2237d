import { router } from '../../trpc.ts';

export const consentAdminRouter = router({});
