import type { Trx } from '../../../db/client.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { type DocumentAction, type DocumentState, documentState } from '../../../shared/requestIdentity/status.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { removeFile } from '../../platform/files/remove.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Step, Workflow } from '../../platform/workflow/workflow.ts';
import type { RequestIdentity } from '../request/service.ts';
import { endRequestMail } from './linkMails.ts';

/** The request of an identity document or a fact, for their events. */
export type NamedRequest = Pick<RequestIdentity, 'id' | 'number'>;

interface OfRequest {
  readonly request: NamedRequest;
}
interface Refusal extends OfRequest {
  /** Sealed. */
  readonly reason: Buffer;
}

interface DocumentMoves {
  table: 'identityDocuments';
  record: { readonly id: string; readonly state: string; readonly fileId: string | null };
  state: DocumentState;
  action: DocumentAction;
  actor: WithDeps;
  inputs: {
    receive: OfRequest & { readonly fileId: string };
    withdraw: OfRequest;
    accept: OfRequest & { readonly rightIds: readonly string[] };
    requestAgain: Refusal;
    refuse: Refusal;
  };
  facts: object;
  notice: OfRequest;
}

export const announceDocument = (trx: Trx, actor: WithDeps, request: NamedRequest, event: EventName): Promise<void> =>
  emit(trx, actor, { event, entityId: request.id, subject: requestReference(request.number) });

const decided = ({ actor }: { readonly actor: WithDeps }) => ({
  decidedBy: actor.personnelId,
  decidedAt: actor.at,
});

const deleteFile = ({ trx, actor, before }: Step<DocumentMoves>): Promise<void> =>
  removeFile(trx, { workspaceId: actor.workspaceId, fileId: before.fileId! });

/** It is no longer requested. */
const endMail = ({ trx, actor, before }: Step<DocumentMoves>): Promise<void> => endRequestMail(trx, actor, before.id);

const ofRequest = ({ input: { request } }: { readonly input: OfRequest }) => ({ request });

const NOT_OPEN = {
  receive: 'requestIdentity.alreadyRequested',
  withdraw: 'requestIdentity.notRequested',
  accept: 'requestIdentity.notReceived',
  requestAgain: 'requestIdentity.notReceived',
  refuse: 'requestIdentity.notReceived',
} as const satisfies Record<DocumentAction, ErrorCode>;

/** How an identity document moves. The caller has locked its request. */
export const documentWorkflow: Workflow<DocumentMoves> = {
  table: 'identityDocuments',
  machine: documentState,
  column: { name: 'state', valueOf: (state) => state },
  stateOf: ({ state }) => state as DocumentState,
  notOpen: (_before, action) => appError(NOT_OPEN[action]),
  unversioned: true,
  stamp: () => ({}),
  announce: ({ trx, actor }, event, { request }) => announceDocument(trx, actor, request, event),
  moves: {
    receive: {
      columns: ({ actor, input: { fileId } }) => ({ fileId, uploadedBy: actor.personnelId, receivedAt: actor.at }),
      effects: endMail,
      event: 'identityDocument.received',
      notice: ofRequest,
    },
    withdraw: { columns: decided, effects: endMail, event: 'identityDocument.withdrawn', notice: ofRequest },
    accept: {
      columns: (step) => ({ ...decided(step), rightIds: [...step.input.rightIds], fileId: null }),
      effects: deleteFile,
      event: 'identityDocument.accepted',
      notice: ofRequest,
    },
    /** Its event is that of the document requested in its place. */
    requestAgain: {
      columns: (step) => ({ ...decided(step), rightIds: [], reason: step.input.reason, fileId: null }),
      effects: deleteFile,
    },
    /** Its file is stored until some time after the request is closed, for a dispute. */
    refuse: {
      columns: (step) => ({ ...decided(step), rightIds: [], reason: step.input.reason }),
      event: 'identityDocument.refused',
      notice: ofRequest,
    },
  },
};
