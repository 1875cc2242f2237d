import { router } from '../../trpc.ts';

export const incidentReportRouter = router({});
