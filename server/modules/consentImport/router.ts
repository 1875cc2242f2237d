import { router } from '../../trpc.ts';

export const consentImportRouter = router({});
