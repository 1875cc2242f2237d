import type { JobHandlers } from '../../platform/jobs/engine.ts';
import { recordJob } from '../../platform/jobs/recordJob.ts';
import { announce, announcement } from './announce.ts';
import { deliver } from './delivery.ts';

export const jobs = {
  'schedule.deliver': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return deliver(deps, workspaceId, id, signal);
  },
  'schedule.announce': (deps, { data }) => announce(deps, announcement.parse(data)),
} satisfies JobHandlers;

declare module '../../platform/jobs/queues.ts' {
  interface JobQueues {
    schedule: keyof typeof jobs;
  }
}
