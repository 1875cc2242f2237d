import { router } from '../../trpc.ts';

export const consentReceiptRouter = router({});
