import { z } from 'zod';

/** Data of a job that is about one row of a workspace. */
export const recordJob = z.object({ workspaceId: z.uuid(), id: z.uuid() });
