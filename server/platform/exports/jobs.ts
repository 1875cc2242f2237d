import type { JobHandlers } from '../jobs/engine.ts';
import { recordJob } from '../jobs/recordJob.ts';
import { runExport } from './run.ts';

export const jobs = {
  'export.run': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return runExport(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../jobs/queues.ts' {
  interface JobQueues {
    export: keyof typeof jobs;
  }
}
