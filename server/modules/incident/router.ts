import { router } from '../../trpc.ts';

export const incidentRouter = router({});
