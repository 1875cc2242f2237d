import { z } from 'zod';
import {
  agent,
  agentList,
  agentOfRequest,
  createAgent,
  listAgents,
  protocolSettings,
  updateAgent,
  updateProtocolSettings,
} from '../../../shared/dataRightsProtocol/schema.ts';
import { byId, id, inWorkspace, rowVersion } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';
import * as settings from './settings.ts';

const path = '/{ws}/dsrm-authorised-agents';

export const dataRightsProtocolRouter = router({
  list: can('requestForm.read')
    .meta({ rest: { method: 'GET', path, summary: 'List the authorised agents of Data Rights Protocol' } })
    .input(listAgents)
    .output(agentList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('requestForm.read')
    .meta({ rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get an authorised agent' } })
    .input(byId)
    .output(agent)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('requestForm.write')
    .meta({ rest: { method: 'POST', path, summary: 'Add an authorised agent (200 at most)', status: 201 } })
    .input(createAgent)
    .output(agent)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('requestForm.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${path}/{id}`,
        summary: 'Change an authorised agent; another key or name ends its token',
      },
    })
    .input(updateAgent)
    .output(agent)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('requestForm.write')
    .meta({
      rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Delete an authorised agent that has sent nothing' },
    })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  endToken: can('requestForm.write')
    .input(byId.extend({ rowVersion }))
    .output(agent)
    .mutation(({ ctx, input }) => service.endToken(ctx, input)),
  ofRequest: can('request.read')
    .input(byId)
    .output(agentOfRequest)
    .query(({ ctx, input }) => service.ofRequest(ctx, input)),
  settings: router({
    get: can('requestForm.read')
      .input(inWorkspace)
      .output(protocolSettings)
      .query(({ ctx }) => settings.get(ctx)),
    update: can('requestForm.write')
      .input(updateProtocolSettings)
      .output(protocolSettings)
      .mutation(({ ctx, input }) => settings.update(ctx, input)),
  }),
});
