import { router } from '../../trpc.ts';

export const incidentSummaryRouter = router({});
