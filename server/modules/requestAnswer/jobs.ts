import type { JobHandlers } from '../../platform/jobs/engine.ts';
import { recordJob } from '../../platform/jobs/recordJob.ts';
import { buildPackage } from './build.ts';

export const jobs = {
  'requestAnswer.build': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return buildPackage(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../../platform/jobs/queues.ts' {
  interface JobQueues {
    requestAnswer: keyof typeof jobs;
  }
}
