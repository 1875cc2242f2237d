import type { JobHandlers } from '../../platform/jobs/engine.ts';
import { recordJob } from '../../platform/jobs/recordJob.ts';
import { callBack } from './callback.ts';

export const jobs = {
  'dataRightsProtocol.callback': (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    return callBack(deps, workspaceId, id, signal);
  },
} satisfies JobHandlers;

declare module '../../platform/jobs/queues.ts' {
  interface JobQueues {
    dataRightsProtocol: keyof typeof jobs;
  }
}
