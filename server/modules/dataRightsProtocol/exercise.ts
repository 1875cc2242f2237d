import type { Trx } from '../../../db/client.ts';
import {
  type ExerciseMessage,
  type ExerciseStatus,
  PROTOCOL_VERSIONS,
  RIGHT_OF_ACTION,
} from '../../../shared/dataRightsProtocol/protocol.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Subject, StatedKey } from '../../../shared/request/schema.ts';
import { isTelephone, telephoneOf } from '../../../shared/telephone.ts';
import { systemActor } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { isCallable } from '../../platform/http/outbound.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import * as requestForms from '../requestForm/service.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';
import { reportedHash } from './callback.ts';
import { type CallingAgent, findByReference } from './queries.ts';
import { type AgentFacts, sealedAgentFacts } from './sealed.ts';
import { statusOf } from './status.ts';

/** Telephone numbers of Thailand as they are dialled there; others in E.164 format. */
const dialled = (number: string): string => telephoneOf(number).replace(/^\+66(?=\d{8,9}$)/, '0');

/**
 * The data subject as the agent states them. @throws 400 `dataRightsProtocol.person` for somebody without any contact
 */
function subjectOf(message: ExerciseMessage): Subject {
  const telephone = dialled(message.phone_number);
  if (telephone !== '' && !isTelephone(telephone)) throw appError('dataRightsProtocol.person');
  if (message.email === '' && telephone === '') throw appError('dataRightsProtocol.person');
  const [first = '', ...rest] = message.name.split(' ');
  return {
    // Where the agent states no name, the contact address is used as the name.
    firstName: message.given_name || first || message.email || telephone,
    lastName: message.given_name ? message.family_name : message.family_name || rest.join(' '),
    email: message.email,
    telephone,
    uid: '',
  };
}

/** The protocol has no language: mails to somebody with a Thai name are in Thai. */
const languageOf = ({ name, given_name: forename }: ExerciseMessage): Locale =>
  /[\u0e01-\u0e3a]/.test(name + forename) ? 'th' : 'en';

function factsOf(message: ExerciseMessage): AgentFacts {
  const { exercise, regime, relationships, address, power_of_attorney: powerOfAttorney } = message;
  const verified = {
    email: message.email !== '' && message.email_verified,
    telephone: message.phone_number !== '' && message.phone_number_verified,
    address: address !== '' && message.address_verified,
  };
  return {
    exercise,
    reference: message['agent-request-id'],
    regime,
    relationships: relationships.filter((one) => one !== ''),
    telephone: message.phone_number,
    address,
    powerOfAttorney,
    verified: (['email', 'telephone', 'address'] as const).filter((what) => verified[what]),
    callback: message.status_callback,
  };
}

/**
 * Whether the data subject is verified: the workspace trusts this agent, and the agent has verified the address to
 * which answers are sent.
 */
const isKnown = ({ trustsIdentity }: CallingAgent, { email }: Subject, { verified }: AgentFacts): boolean =>
  trustsIdentity && verified.includes(email === '' ? 'telephone' : 'email');

/** What a trusted agent confirms to be the data subject's. */
const knownBy = ({ trustsIdentity }: CallingAgent, { verified }: AgentFacts): StatedKey[] =>
  trustsIdentity ? (['email', 'telephone'] as const).filter((key) => verified.includes(key)) : [];

/** The right of the form that an agent exercises. @throws 400 `dataRightsProtocol.action` where the form has none */
function rightOf(form: LiveRequestForm, exercise: string): { id: string } {
  const code = Object.hasOwn(RIGHT_OF_ACTION, exercise) ? RIGHT_OF_ACTION[exercise] : undefined;
  const right = code && form.content.rights.find((one) => one.code === code);
  if (!right) throw appError('dataRightsProtocol.action');
  return right;
}

/** What identifies a repeated request: the message without its times. */
const bodyOf = (key: WorkspaceKey, { 'issued-at': _issued, 'expires-at': _expires, ...body }: ExerciseMessage) =>
  Buffer.from(key.lookup('agentRequests.body', JSON.stringify(body)), 'base64url');

const referenceOf = (key: WorkspaceKey, reference: string) =>
  reference === '' ? null : Buffer.from(key.lookup('agentRequests.reference', reference), 'base64url');

/**
 * Accepts a request of an agent. A new message with the number of an earlier request of the agent is answered with the
 * status of that one. The caller has checked who signed the message, and that it was not accepted before.
 * @throws 400 for an unsupported version, action or person; 409 `dataRightsProtocol.inactive`, 409
 * `dataRightsProtocol.reference` where another request has the number
 */
export async function exercise(
  trx: Trx,
  deps: Deps,
  form: LiveRequestForm,
  { agent, message, now }: { agent: CallingAgent; message: ExerciseMessage; now: Date },
): Promise<ExerciseStatus> {
  const { workspaceId, key } = form;
  const actor = systemActor(deps, workspaceId, now);
  if (!PROTOCOL_VERSIONS.includes(message['drp.version'])) throw appError('dataRightsProtocol.version');
  const right = rightOf(form, message.exercise);
  const [subject, facts] = [subjectOf(message), factsOf(message)];
  if (facts.callback !== '' && !isCallable(facts.callback, deps.config.callbacks))
    throw appError('dataRightsProtocol.callback');
  const [body, reference] = [bodyOf(key, message), referenceOf(key, facts.reference)];
  if (reference) {
    // Of two simultaneous requests with one number the second waits, and finds the first.
    await oneAtATime(trx, workspaceId, `agentRequest ${agent.id} ${reference.toString('hex')}`);
    const before = await findByReference(trx, workspaceId, agent.id, reference);
    if (before && !before.body.equals(body)) throw appError('dataRightsProtocol.reference');
    if (before) return (await statusOf(trx, actor, before.id, facts))!;
  }
  await requireOpenWorkspace(trx, workspaceId);
  // The cached form may be slightly old.
  if (!form.active || !(await requestForms.isTaking(trx, workspaceId, form.id)))
    throw appError('dataRightsProtocol.inactive');
  const { id } = await requests.submit(trx, actor, {
    form,
    receivedAt: now,
    channel: 'DRP',
    language: languageOf(message),
    country: 'TH',
    subject,
    ageBand: null,
    guardian: null,
    rights: [
      { rightRequestId: right.id, selectedRightRequestOptions: [], additionalRequestOption: '', requestDetail: '' },
    ],
    verifiedHow: isKnown(agent, subject, facts) ? 'AGENT' : null,
    knownKeys: knownBy(agent, facts),
  });
  const status = (await statusOf(trx, actor, id, facts))!;
  await trx
    .insertInto('agentRequests')
    .values({
      workspaceId,
      id,
      agentId: agent.id,
      reference,
      body,
      facts: sealedAgentFacts.seal(key, id, facts),
      hasCallback: facts.callback !== '',
      reported: reportedHash(status),
      reportedAt: now,
    })
    .execute();
  return status;
}
