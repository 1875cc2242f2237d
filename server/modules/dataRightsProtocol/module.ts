import { AGENT_LIST } from '../../../shared/dataRightsProtocol/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { callbackSchedule, messageSweep } from './callback.ts';
import { jobs } from './jobs.ts';
import { requestListener } from './listener.ts';
import { openapi } from './openapi.ts';
import { dataRightsProtocolRouter } from './router.ts';
import { protocolRoutes } from './routes.ts';
import { sealedAgentFacts } from './sealed.ts';
import { agentClaims } from './subjectData.ts';

export const dataRightsProtocolModule = defineModule({
  name: 'dataRightsProtocol',
  router: dataRightsProtocolRouter,
  http: protocolRoutes,
  paths: ['/drp/'],
  openapi,
  firstLists: { authorisedAgents: { procedure: 'list', rule: AGENT_LIST } },
  jobs,
  recordListeners: { request: requestListener },
  sealed: [sealedAgentFacts],
  subjectData: [agentClaims],
  schedules: [callbackSchedule, messageSweep],
  outgoing: [
    {
      table: 'agent_requests',
      // As after the last attempt: their agents do not have the current status.
      stop: 'update agent_requests set callback_at = null, failed_at = coalesce(failed_at, now()) where callback_at is not null',
      report: { name: 'reports to agents of data subjects', outcome: 'ended' },
    },
    {
      table: 'authorised_agents',
      // One that was ended or replaced since the backup would work again. Agents get another by their keys.
      stop: 'update authorised_agents set token_hash = null, token_issued_at = null where token_hash is not null',
    },
  ],
});
