import type { JobHandlers } from '../../platform/jobs/engine.ts';
import { recordJob } from '../../platform/jobs/recordJob.ts';
import { runGathering } from './runGathering.ts';

export const jobs = {
  'requestTask.gather': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return runGathering(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../../platform/jobs/queues.ts' {
  interface JobQueues {
    requestTask: keyof typeof jobs;
  }
}
