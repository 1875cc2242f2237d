import { type UpdateObject, sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { effectOf } from '../../../shared/request/persons.ts';
import { isReachable, type Request, STATED_KEYS } from '../../../shared/request/schema.ts';
import type { UpdateRequest } from '../../../shared/request/update.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { isClosed, wasConfirmed } from '../../../shared/request/stage.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import { type Actor, actorOf } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requestForms from '../requestForm/service.ts';
import { continueConfirmation } from '../requestIdentity/confirmation.ts';
import { endAccess, sendLinks } from '../requestIdentity/links.ts';
import { announce, settle } from './announce.ts';
import { existing, isEditable, locked, type RequestRecord } from './record.ts';
import { storeCorrection } from './storeCorrection.ts';
import {
  type CorrectedValue,
  type Identity,
  identityIn,
  lookupsOf,
  sealedSubject,
  sealedWish,
  wishIn,
} from './subject.ts';

/**
 * Corrects entered data of a request over its `rowVersion`: data subject, country, language, options and wishes. The
 * former values are stored, sealed. A correction that changes nothing is not stored. A new email address of a confirmed
 * data subject or guardian, another user than the one who was confirmed, and somebody who acts from now on must be
 * confirmed again (decision 126). What was confirmed of a former user ID, email or phone does not hold for the new one.
 * Whoever acts by a new email address gets a link there, unless the request was imported; mails to the former one that
 * wait are not sent. Where everybody who acts from now on is known already, the request is confirmed.
 * @throws 404, 409 `staleEdit` with the newer one, 409 `request.closed` once all rights are closed or for a closed
 * right, 403 for a right of somebody else, 403 as `assertMayChange`, 400 for
 * options that the form's version does not have, or a missing guardian
 */
export function update(ctx: WorkspaceContext, input: UpdateRequest): Promise<Request> {
  return ctx.transaction(async (trx) => {
    const record = await locked(trx, ctx, input);
    // Now, not before it waited: searches and mails of the meantime are from before the correction.
    const actor = actorOf(ctx);
    if (record.rights.every(({ stage }) => isClosed(stage))) throw appError('request.closed');
    const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
    const { content } = await requestForms.versionOf(trx, ctx, record.requestFormId, record.requestFormVersion);
    const facts = correctedFacts(record, key, input);
    const wishes = input.rights.map((wish) => correctedWish(ctx, record, { key, content, wish }));
    const changes = [...facts.changes, ...wishes.flatMap((wish) => wish.changes)];
    if (changes.length === 0) return existing(trx, ctx, record.id);
    const { readdressed, newlyActing, noLongerActing, confirmsAgain } = facts.effect;
    const isConfirmed = wasConfirmed(record.rights);
    if (isConfirmed) assertMayChange(ctx, facts.effect);
    const mustConfirmAgain = isConfirmed && confirmsAgain;
    const unconfirmed = mustConfirmAgain ? { verifiedAt: null, verifiedHow: null } : {};
    const since = readdressedAt(facts.effect, actor.at);
    const columns = facts.columns && { ...facts.columns, ...stillKnown(facts), ...unconfirmed, ...since };
    await write(trx, actor, 'requests', record.id, columns);
    await endAccess(trx, actor, record.id, [...readdressed, ...noLongerActing]);
    const sent = record.channel === 'IMPORT' ? 0 : await sendLinks(trx, actor, record.id, readdressed);
    for (const { id, columns } of wishes) await write(trx, actor, 'requestRights', id, columns);
    await storeCorrection(trx, actor, key, { requestId: record.id, changes });
    await settle(trx, actor, record.id);
    await announce(trx, actor, record, 'request.updated');
    const doOthersAct = newlyActing.length + noLongerActing.length > 0;
    // A mailbox that has just got a link proves itself by its code.
    if (doOthersAct && !mustConfirmAgain && sent === 0) await continueConfirmation(trx, actor, record.id);
    return existing(trx, ctx, record.id);
  });
}

/** What stays confirmed of the data subject after these corrections. */
function stillKnown({ changes, effect: { readdressed, noLongerActing } }: Facts) {
  const corrected = STATED_KEYS.filter((name) => changes.some(({ field }) => field === name));
  const isTokenPast = corrected.includes('uid') || [...readdressed, ...noLongerActing].includes('SUBJECT');
  return {
    knownKeys: sql<string[]>`array(select unnest(known_keys) except select unnest(${corrected}::text[]))`,
    ...(isTokenPast && { tokenAt: null }),
  };
}

/** What was sent to a former address before does not count, and accepted documents prove nothing about the new one. */
const readdressedAt = ({ formerlyAddressed }: Effect, at: Date) => ({
  ...(formerlyAddressed.includes('SUBJECT') && { subjectReaddressedAt: at }),
  ...(formerlyAddressed.includes('GUARDIAN') && { guardianReaddressedAt: at }),
});

type Facts = ReturnType<typeof correctedFacts>;
type Effect = Facts['effect'];

/**
 * @throws 403 `request.addressOfConfirmed` for another address of a confirmed request, also where somebody else acts
 * from now on, or `request.identityOfConfirmed` for a changed uid or telephone number, for those who do not manage
 * requests: they could send the answer to themselves, leave a guardian out, or search the data of somebody else
 */
function assertMayChange(ctx: WorkspaceContext, { readdressed, newlyActing, noLongerActing, lookedUp }: Effect): void {
  if (may(ctx.standing, 'request.manage')) return;
  if (newlyActing.length + noLongerActing.length > 0) throw appError('request.addressOfConfirmed', { at: 'ageBand' });
  if (readdressed.length > 0) throw appError('request.addressOfConfirmed', { at: 'subject.email' });
  if (lookedUp[0]) throw appError('request.identityOfConfirmed', { at: `subject.${lookedUp[0]}` });
}

type Columns<Table extends 'requests' | 'requestRights'> = UpdateObject<DB, Table> | null;

const personText = (person: { firstName: string; lastName: string; email: string; telephone: string } | null): string =>
  person ? [`${person.firstName} ${person.lastName}`, person.email, person.telephone].filter(Boolean).join(', ') : '';

/** Corrections of the data subject and of the request itself. @throws 400 where a guardian is missing */
function correctedFacts(
  record: RequestRecord,
  key: WorkspaceKey,
  { subject, guardian, ageBand, country, language }: UpdateRequest,
): { changes: CorrectedValue[]; columns: Columns<'requests'>; effect: ReturnType<typeof effectOf> } {
  const before = identityIn(key, record);
  const after: Identity = {
    ...before,
    ...subject,
    guardian: guardian === undefined ? before.guardian : guardian,
  };
  const facts = {
    ageBand: ageBand === undefined ? record.ageBand : ageBand,
    country: country ?? record.country,
    language: language ?? record.language,
  };
  if (after.guardian === null && facts.ageBand !== null && facts.ageBand !== 'ADULT')
    throw appError('BAD_REQUEST', { issues: [{ path: ['guardian'], key: 'request:guardianNeeded' }] });
  if (!isReachable({ ageBand: facts.ageBand, subject: after }))
    throw appError('BAD_REQUEST', { issues: [{ path: ['subject', 'email'], key: 'request:reachable' }] });
  const changes = (
    [
      ...(['firstName', 'lastName', 'email', 'telephone', 'uid'] as const).map((field) => ({
        field,
        old: before[field],
        new: after[field],
      })),
      { field: 'guardian', old: personText(before.guardian), new: personText(after.guardian) },
      { field: 'ageBand', old: record.ageBand ?? '', new: facts.ageBand ?? '' },
      { field: 'country', old: record.country, new: facts.country },
      { field: 'language', old: record.language, new: facts.language },
    ] as const
  ).flatMap((change) => (change.old === change.new ? [] : { ...change, rightId: null }));
  const effect = effectOf(
    { ...record, identity: before, byToken: record.tokenAt !== null },
    { ageBand: facts.ageBand, identity: after },
  );
  const columns = {
    ...facts,
    ...lookupsOf(key, after),
    subject: sealedSubject.seal(key, record.id, after),
    hasGuardian: after.guardian !== null,
  };
  return { changes, columns: changes.length === 0 ? null : columns, effect };
}

interface Correction {
  key: WorkspaceKey;
  content: RequestFormContent;
  wish: UpdateRequest['rights'][number];
}

/** Corrections of one right's wish. @throws 400, 403, 409 as `update` */
function correctedWish(
  ctx: WorkspaceContext,
  record: RequestRecord,
  { key, content, wish }: Correction,
): { id: string; changes: CorrectedValue[]; columns: Columns<'requestRights'> } {
  const right = record.rights.find(({ id }) => id === wish.id);
  if (!right) throw appError('request.right', { at: 'rights' });
  const { additional, detail } = wishIn(key, right);
  const changes = (
    [
      { field: 'options', old: right.options.join(','), new: wish.selectedRightRequestOptions.join(',') },
      { field: 'additional', old: additional, new: wish.additionalRequestOption },
      { field: 'detail', old: detail, new: wish.requestDetail },
    ] as const
  ).flatMap((change) => (change.old === change.new ? [] : { ...change, rightId: right.id }));
  if (changes.length === 0) return { id: right.id, changes, columns: null };
  if (isClosed(right.stage)) throw appError('request.closed');
  if (!isEditable(actorOf(ctx), right)) throw appError('request.notYours');
  const offered = content.rights.find(({ id }) => id === right.dataRightId)?.options ?? [];
  if (wish.selectedRightRequestOptions.some((place) => place >= offered.length))
    throw appError('BAD_REQUEST', {
      issues: [
        {
          path: ['rights', record.rights.indexOf(right), 'selectedRightRequestOptions'],
          key: 'request:refusal.option',
        },
      ],
    });
  const columns = {
    options: wish.selectedRightRequestOptions,
    detail: sealedWish.seal(key, right.id, { additional: wish.additionalRequestOption, detail: wish.requestDetail }),
  };
  return { id: right.id, changes, columns };
}

async function write<Table extends 'requests' | 'requestRights'>(
  trx: Trx,
  { workspaceId, personnelId, at }: Actor,
  table: Table,
  id: string,
  columns: Columns<Table>,
): Promise<void> {
  if (columns === null) return;
  // `settle` stamps the request itself.
  const stamp = table === 'requests' ? {} : { updatedBy: personnelId, updatedAt: at, rowVersion: sql`row_version + 1` };
  await trx
    .updateTable(table as 'requestRights')
    .set({ ...columns, ...stamp } as never)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
