import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { Choices, IssuedReceipt, submitChoices } from '../../../shared/consentReceipt/schema.ts';
import { bitsOf, hasBit } from '../../../shared/purpose/bits.ts';
import { receiptPath } from '../../../shared/consentReceipt/receipt.ts';
import { type RequestContext, transact } from '../../platform/trpc/context.ts';
import { signingKey } from '../../platform/crypto/signingKeys.ts';
import { appError } from '../../platform/errors.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { addressLimits } from '../../platform/publicPage/request.ts';
import { chosen, versionsOf } from '../userConsent/forms.ts';
import { sealedIdentity, uidHash } from '../userConsent/record.ts';
import { writeReceipt } from './issue.ts';
import * as queries from './queries.ts';
import { changingAlone, recordChoice } from './recordChoice.ts';
import { lastDayOf, standingOf } from './standing.ts';
import { openToken } from './token.ts';

/** The channel of submissions from this page (shared/userConsent/schema.ts). */
const CHANNEL = 'Withdrawal page';
const spendCall = addressLimits('choices', {
  address: { max: 60, seconds: 60 },
  submit: { max: 20, seconds: 60 },
});
const HISTORY = 50;

interface Link {
  ws: string;
  token: string;
}

/** What a link opens, read in its workspace's transaction. `toChange`: nobody else changes it meanwhile. */
async function read(ctx: RequestContext, trx: Trx, { ws, token }: Link, { toChange = false } = {}) {
  // The answer does not tell a deleted workspace, one that never existed and an invalid link apart.
  if (!(await queries.hasWorkspace(trx, ws))) throw invalid();
  const key = await ctx.deps.keyring.workspaceKey(trx, ws);
  const link = openToken(key, token);
  if (!link) throw invalid();
  await requireOpenWorkspace(trx, ws);
  const now = ctx.deps.now();
  if (link.expiresAt <= now) throw appError('consentChoices.expired');
  if (toChange) await changingAlone(trx, ws, link.consentId);
  const uid = uidHash(key, link.uid);
  const found = await standingOf(trx, ws, { consentId: link.consentId, uid, now });
  if (!found) throw invalid();
  return { key, link, uid, ...found };
}
type Opened = Awaited<ReturnType<typeof read>>;
const invalid = () => appError('consentChoices.invalid');

async function choicesView(trx: Trx, ws: string, opened: Opened): Promise<Choices> {
  const { key, link, uid, form, present, proved, version, content, closed, ended, standing, former } = opened;
  const history = await queries.submissionsOf(trx, ws, uid, HISTORY, form.id);
  const receipts = await queries.receiptsOf(
    trx,
    ws,
    history.map(({ id }) => id),
  );
  const versionOf = await versionsOf(trx, ws, history);
  const purpose = ({ id, title, description, bit }: (typeof former)[number], isFormer: boolean) => ({
    id,
    title,
    description,
    allowed: hasBit(standing, bit),
    former: isFormer,
    endsOn: isFormer ? lastDayOf(opened, bit) : null,
  });
  const known = proved ? sealedIdentity.open(key, proved.id, proved.identity) : null;
  return {
    title: content.title,
    description: content.description,
    controller: content.controller,
    application: content.application.name,
    privacyPolicyUrl: content.privacyPolicyUrl,
    uid: link.uid,
    name: known?.name ?? '',
    version,
    closed,
    ended,
    chosenAt: present.at,
    askGuardian: content.askGuardian || (known?.guardian ?? null) !== null,
    purposes: [...content.purposes.map((one) => purpose(one, false)), ...former.map((one) => purpose(one, true))],
    history: history.map(({ id, at, consentId, version: answered, action, changed, granted, knownBy }) => ({
      id,
      at,
      action,
      changed,
      knownBy,
      allowed: chosen(versionOf(consentId, answered), granted).map(({ title }) => title),
      receiptId: receipts.find(({ userConsentId }) => userConsentId === id)?.id ?? null,
    })),
    expiresAt: link.expiresAt.toISOString(),
  };
}

/**
 * The forms and choices of the data subject of a link.
 * @throws 401 when the link has expired (`consentChoices.expired`) or is invalid (`consentChoices.invalid`)
 */
export async function open(ctx: RequestContext, input: Link): Promise<Choices> {
  await spendCall(ctx, 'address');
  return transact(ctx.deps, { workspaceId: input.ws }, async (trx) =>
    choicesView(trx, input.ws, await read(ctx, trx, input)),
  );
}

/**
 * Whether they have chosen again since a page with an older choice was loaded. What anyone can submit who knows the uid
 * does not count: otherwise a stranger could keep them from saving (docs/decisions/150).
 */
const isStale = ({ proved }: Opened, since: string | undefined): boolean =>
  since !== undefined && proved !== undefined && Date.parse(proved.at) > Date.parse(since);

/**
 * Stores a data subject's new choice and its receipt. Withdrawing is always possible; while the form is closed no
 * purpose can be added.
 * @throws 401 as `open`, 409 when a purpose is added and they have chosen again since the page was loaded, or the form
 * is closed
 */
export async function submit(
  ctx: RequestContext,
  input: z.output<typeof submitChoices>,
): Promise<Choices & { receipt: IssuedReceipt }> {
  const { deps } = ctx;
  const { ws } = input;
  await spendCall(ctx, 'submit');
  const signing = await signingKey(deps);
  const answer = await transact(deps, { workspaceId: ws }, async (trx) => {
    const opened = await read(ctx, trx, input, { toChange: true });
    const { key, link, content, closed, standing, former } = opened;
    const choosable = [...content.purposes, ...former];
    const allowed = choosable.filter(({ id }) => input.purposeUUIDs.includes(id));
    const isUnknown = allowed.length !== input.purposeUUIDs.length;
    const adds = isUnknown || allowed.some(({ bit }) => !hasBit(standing, bit));
    if (adds && isStale(opened, input.since)) throw appError('consentChoices.stale');
    if (isUnknown) throw appError('consentChoices.unknownPurpose', { at: 'purposeUUIDs' });
    if (adds && closed) throw appError('consentChoices.closed');
    const granted = bitsOf(allowed.map(({ bit }) => bit));
    const receipt = await recordChoice(deps, trx, opened, {
      workspaceId: ws,
      key,
      uid: link.uid,
      granted,
      language: input.language,
      channel: CHANNEL,
      knownBy: 'link',
      by: null,
      signing,
    });
    if (!receipt) throw invalid();
    return { ...(await choicesView(trx, ws, await read(ctx, trx, input))), receipt };
  });
  deps.poke();
  return answer;
}

/** The receipt of one of their own choices; issued when there is none. */
export async function receipt(ctx: RequestContext, input: Link & { id: string }): Promise<IssuedReceipt> {
  const { deps } = ctx;
  const { ws, id } = input;
  await spendCall(ctx, 'submit');
  const signing = await signingKey(deps);
  return transact(deps, { workspaceId: ws }, async (trx) => {
    const { uid, form } = await read(ctx, trx, input);
    const submission = await queries.findSubmission(trx, ws, id);
    if (!submission || submission.consentId !== form.id || !submission.uid.equals(uid))
      throw appError('userConsent.notFound');
    const [there] = await queries.receiptsOf(trx, ws, [id]);
    if (there)
      return {
        id: there.id,
        userConsentId: id,
        issuedAt: there.issuedAt,
        keyId: there.keyId,
        path: receiptPath(ws, there.id),
      };
    return writeReceipt(deps, trx, { workspaceId: ws, submission, by: null, signing });
  });
}
