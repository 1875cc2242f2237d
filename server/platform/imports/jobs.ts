import type { JobHandlers } from '../jobs/engine.ts';
import { recordJob } from '../jobs/recordJob.ts';
import { importKindOf } from './importKind.ts';

export const jobs = {
  'import.run': async (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    await (await importKindOf(deps, workspaceId, id))?.run(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../jobs/queues.ts' {
  interface JobQueues {
    import: keyof typeof jobs;
  }
}
