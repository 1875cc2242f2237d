import { z } from 'zod';
import type { Deps } from '../trpc/context.ts';
import { runExport } from '../exports/run.ts';
import { runConsentImport } from '../../modules/consentImport/run.ts';
import { runImport } from '../../modules/recordImport/run.ts';

const exportJob = z.object({ workspaceId: z.uuid(), id: z.uuid() });

/** Says who does which jobs. */
export function handleJobs(deps: Deps): void {
  deps.jobs.work('export.run', async ({ data, signal }) => {
    const { workspaceId, id } = exportJob.parse(data);
    await runExport(deps, workspaceId, id, signal);
  });
  deps.jobs.work('import.run', async ({ data, signal }) => {
    const { workspaceId, id } = exportJob.parse(data);
    // Each takes up imports of its own kind alone.
    await runImport(deps, workspaceId, id, signal);
    await runConsentImport(deps, workspaceId, id, signal);
  });
}
