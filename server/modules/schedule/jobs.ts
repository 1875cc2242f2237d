import type { JobHandlers } from '../../platform/jobs/engine.ts';
import { recordJob } from '../../platform/jobs/recordJob.ts';
import { deliver } from './delivery.ts';

export const jobs = {
  'schedule.deliver': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return deliver(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../../platform/jobs/queues.ts' {
  interface JobQueues {
    schedule: keyof typeof jobs;
  }
}
