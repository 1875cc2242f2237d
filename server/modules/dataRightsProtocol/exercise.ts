import type { Trx } from '../../../db/client.ts';
import {
  type ExerciseMessage,
  type ExerciseStatus,
  PROTOCOL_VERSIONS,
  RIGHT_OF_ACTION,
} from '../../../shared/dataRightsProtocol/protocol.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Subject } from '../../../shared/request/schema.ts';
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

/** Telephone numbers of Thailand as they are dialled there; others as E.164 has them. */
const dialled = (number: string): string => telephoneOf(number).replace(/^\+66(?=\d{8,9}$)/, '0');

/** Who asks, as an agent says. @throws 400 `dataRightsProtocol.person` for somebody who can be reached in no way */
function subjectOf(message: ExerciseMessage): Subject {
  const telephone = dialled(message.phone_number);
  if (telephone !== '' && !isTelephone(telephone)) throw appError('dataRightsProtocol.person');
  if (message.email === '' && telephone === '') throw appError('dataRightsProtocol.person');
  const [first = '', ...rest] = message.name.split(' ');
  return {
    // Where the agent knows no name, the address by which the person is known stands in its place.
    firstName: message.given_name || first || message.email || telephone,
    lastName: message.given_name ? message.family_name : message.family_name || rest.join(' '),
    email: message.email,
    telephone,
    uid: '',
  };
}

/** The protocol names no language: whoever has a Thai name is written to in Thai. */
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
 * Whether it is known who asks: the workspace trusts this agent, and the agent has verified the address by which the
 * person is answered.
 */
const isKnown = ({ trustsIdentity }: CallingAgent, { email }: Subject, { verified }: AgentFacts): boolean =>
  trustsIdentity && verified.includes(email === '' ? 'telephone' : 'email');

/** The right of the form that an agent exercises. @throws 400 `dataRightsProtocol.action` where the form has none */
function rightOf(form: LiveRequestForm, exercise: string): { id: string } {
  const code = Object.hasOwn(RIGHT_OF_ACTION, exercise) ? RIGHT_OF_ACTION[exercise] : undefined;
  const right = code && form.content.rights.find((one) => one.code === code);
  if (!right) throw appError('dataRightsProtocol.action');
  return right;
}

/** What makes two messages one request: all of it but when it was signed. */
const bodyOf = (key: WorkspaceKey, { 'issued-at': _issued, 'expires-at': _expires, ...body }: ExerciseMessage) =>
  Buffer.from(key.lookup('agentRequests.body', JSON.stringify(body)), 'base64url');

const referenceOf = (key: WorkspaceKey, reference: string) =>
  reference === '' ? null : Buffer.from(key.lookup('agentRequests.reference', reference), 'base64url');

/**
 * Takes a request of an agent in. A new message about one that the agent has numbered is answered by how that one
 * stands. The caller has checked who signed the message, and that it was never taken before.
 * @throws 400 for another version, action or person than can be dealt with; 409 `dataRightsProtocol.inactive`, 409
 * `dataRightsProtocol.reference` where the number is that of another request
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
    // Of two that come together with one number the second waits, and finds the first.
    await oneAtATime(trx, workspaceId, `agentRequest ${agent.id} ${reference.toString('hex')}`);
    const before = await findByReference(trx, workspaceId, agent.id, reference);
    if (before && !before.body.equals(body)) throw appError('dataRightsProtocol.reference');
    if (before) return (await statusOf(trx, actor, before.id, facts))!;
  }
  await requireOpenWorkspace(trx, workspaceId);
  // What is in memory may be a moment old.
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
