import { requestReference } from '../../../shared/request/reference.ts';
import { type FactAction, type FactState, factState } from '../../../shared/requestIdentity/status.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Workflow } from '../../platform/workflow/workflow.ts';
import * as requests from '../request/service.ts';
import type { NamedRequest } from './documentWorkflow.ts';
import { endRequestMail } from './linkMails.ts';

interface FactMoves {
  table: 'identityFacts';
  record: { readonly id: string; readonly state: string; readonly triesLeft: number };
  state: FactState;
  action: FactAction;
  actor: WithDeps;
  inputs: {
    compare: { readonly request: NamedRequest; readonly isSame: boolean };
    withdraw: { readonly request: NamedRequest };
  };
  facts: object;
  notice: { readonly request: NamedRequest; readonly notify?: readonly string[] };
}

/** How a fact moves. The caller has locked its request. The expected answer is removed once the fact is decided. */
export const factWorkflow: Workflow<FactMoves> = {
  table: 'identityFacts',
  machine: factState,
  column: { name: 'state', valueOf: (state) => state },
  stateOf: ({ state }) => state as FactState,
  notOpen: () => appError('requestIdentity.factDecided'),
  unversioned: true,
  stamp: () => ({}),
  written: ({ before, to }, columns) => ({
    ...before,
    state: to,
    triesLeft: columns.triesLeft ?? before.triesLeft,
  }),
  announce: ({ trx, actor }, event, { request, notify }) =>
    emit(trx, actor, {
      event,
      entityId: request.id,
      subject: requestReference(request.number),
      ...(notify && { notify }),
    }),
  moves: {
    compare: {
      to: ({ before, input: { isSame } }) => (isSame ? 'MATCHED' : before.triesLeft > 1 ? 'REQUESTED' : 'FAILED'),
      columns: ({ actor, before, input: { isSame }, to }) => ({
        triesLeft: isSame ? before.triesLeft : before.triesLeft - 1,
        answeredBy: actor.personnelId,
        ...(to !== 'REQUESTED' && { expectedHash: null, decidedAt: actor.at }),
      }),
      effects: ({ trx, actor, before, to }) =>
        to === 'REQUESTED' ? Promise.resolve() : endRequestMail(trx, actor, before.id),
      event: ({ to }) =>
        to === 'MATCHED' ? 'identityFact.matched' : to === 'FAILED' ? 'identityFact.failed' : undefined,
      notice: async ({ trx, actor, to, input: { request } }) => ({
        request,
        ...(to === 'FAILED' && { notify: await requests.managersOf(trx, actor.workspaceId) }),
      }),
    },
    withdraw: {
      columns: ({ actor }) => ({ answeredBy: null, expectedHash: null, decidedAt: actor.at }),
      effects: ({ trx, actor, before }) => endRequestMail(trx, actor, before.id),
      event: 'identityFact.withdrawn',
      notice: ({ input: { request } }) => ({ request }),
    },
  },
};
