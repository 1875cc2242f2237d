import type { JobHandlers } from '../../platform/jobs/engine.ts';
import { deleteWorkspace } from './deletionJob.ts';

export const jobs = { 'workspace.delete': deleteWorkspace } satisfies JobHandlers;

declare module '../../platform/jobs/queues.ts' {
  interface JobQueues {
    workspace: keyof typeof jobs;
  }
}
