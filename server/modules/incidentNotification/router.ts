import { router } from '../../trpc.ts';

export const incidentNotificationRouter = router({});
