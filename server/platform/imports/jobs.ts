import type { JobHandlers } from '../jobs/engine.ts';
import { recordJob } from '../jobs/recordJob.ts';
import { transact } from '../trpc/context.ts';

export const jobs = {
  'import.run': async (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    const row = await transact(deps, { workspaceId }, (trx) =>
      trx
        .selectFrom('imports')
        .select('kind')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    if (row) await deps.modules.imports.get(row.kind)?.run(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../jobs/queues.ts' {
  interface JobQueues {
    import: keyof typeof jobs;
  }
}
