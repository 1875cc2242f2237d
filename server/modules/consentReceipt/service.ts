import type { z } from 'zod';
import type {
  findReceipts,
  FoundReceipts,
  IssuedReceipt,
  OpenedReceipt,
  openReceipt,
  ReceiptAnswer,
} from '../../../shared/consentReceipt/schema.ts';
import { hasEnded } from '../../../shared/consent/inForce.ts';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import {
  CHOICES_PATH,
  type Receipt,
  receiptLogo,
  receiptView,
  type ReceiptView,
} from '../../../shared/consentReceipt/receipt.ts';
import { withLocale } from '../../../shared/registry/routeMatch.ts';
import type { receiptInput, withdrawalLink } from '../../../shared/userConsent/schema.ts';
import { type Trx, withScope } from '../../../db/client.ts';
import { together } from '../../../db/together.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { DAY } from '../../../shared/duration.ts';
import { actorOf } from '../../platform/actor.ts';
import { namesOf } from '../../platform/records/names.ts';
import { type RequestContext, transact, type WorkspaceContext } from '../../platform/trpc/context.ts';
import { signingKey } from '../../platform/crypto/signingKeys.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { emit, masked } from '../../platform/live/emit.ts';
import { publicAddress } from '../../platform/mail/links.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { addressLimits } from '../../platform/publicPage/request.ts';
import type { StoredFile } from '../../platform/files/bytes.ts';
import { findFile } from '../../platform/files/service.ts';
import { picture } from '../consent/files.ts';
import { chosen, versionsOf } from '../userConsent/forms.ts';
import { sealedIdentity, uidHash } from '../userConsent/record.ts';
import { sealedDocument, writeReceipt } from './issue.ts';
import * as queries from './queries.ts';
import { LINK_DAYS, sealToken } from './token.ts';

/** Enough for a reader, too few for a script that guesses ids. Drawing a PDF takes a processor a second. */
export const spendCall = addressLimits('receipt', {
  address: { max: 120, seconds: 60 },
  pdf: { max: 20, seconds: 60 },
});
const FOUND_LIMIT = 200;

/** Issues a receipt of one submission. */
export async function issue(ctx: WorkspaceContext, { id }: { id: string }): Promise<IssuedReceipt> {
  const signing = await signingKey(ctx.deps);
  return ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const submission = await queries.findSubmission(trx, workspaceId, id);
    if (!submission) throw appError('userConsent.notFound');
    return writeReceipt(ctx.deps, trx, { workspaceId, submission, by: ctx.personnel.id, signing });
  });
}

/**
 * A receipt, for whoever has its id.
 * @throws 404 for anything else; 409 while its workspace is closed
 */
export async function get(ctx: RequestContext, input: z.output<typeof receiptInput>): Promise<ReceiptAnswer> {
  await spendCall(ctx, 'address');
  const { logoId: _logoId, ...answer } = await read(ctx, input);
  return answer;
}

/**
 * A receipt for its page, for whoever has its address, which need not name its workspace.
 * @throws 404 for anything else; 409 while its workspace is closed
 */
export async function openPage(
  ctx: RequestContext,
  { id, lang }: z.output<typeof openReceipt>,
): Promise<OpenedReceipt> {
  await spendCall(ctx, 'address');
  const workspaceId = await queries.workspaceOf(ctx.deps.systemDb, id);
  if (!workspaceId) throw appError('consentReceipt.notFound');
  const { logoId, ...answer } = await read(ctx, { ws: workspaceId, id, lang });
  return { ...answer, workspaceId, logo: logoId === null ? null : receiptLogo(workspaceId, id) };
}

/**
 * The logo of a receipt's form at that time.
 * @throws 404 for a receipt without one
 */
export async function logo(ctx: RequestContext, input: z.output<typeof receiptInput>): Promise<StoredFile> {
  await spendCall(ctx, 'address');
  const { logoId, receipt } = await read(ctx, input);
  if (logoId === null) throw appError('file.notFound');
  const { form } = receiptView(receipt as unknown as Receipt);
  return transact(ctx.deps, { workspaceId: input.ws }, (trx) =>
    findFile(trx, picture, { workspaceId: input.ws, ownerId: form.id, fileId: logoId }),
  );
}

async function read(
  { deps }: RequestContext,
  { ws, id, lang }: z.output<typeof receiptInput>,
): Promise<ReceiptAnswer & { logoId: string | null }> {
  const reading = async (trx: Trx) => {
    const row = await queries.findReceipt(trx, ws, id);
    if (!row) throw appError('consentReceipt.notFound');
    const [key, submission] = await Promise.all([
      deps.keyring.workspaceKey(trx, ws),
      queries.findSubmission(trx, ws, row.userConsentId),
      requireOpenWorkspace(trx, ws),
    ]);
    const jws = sealedDocument.open(key, row.id, row.document);
    const receipt = payloadOf(jws);
    const view = receiptView(receipt as unknown as Receipt);
    const [present, form] = await Promise.all([
      submission ? queries.presentChoices(trx, ws, row.consentId, submission.uid) : [],
      queries.findVersion(trx, ws, row.consentId, view.form.version),
    ]);
    return {
      id: row.id,
      receipt,
      jws,
      keyId: row.keyId,
      issuedAt: row.issuedAt,
      ended: endOf(view, form?.content, bangkokDay(deps.now())),
      superseded: present.length > 0 && !present.some(({ userConsentId }) => userConsentId === row.userConsentId),
      labels: labelsOf(lang),
      logoId: form?.content.theme.logoIds[0] ?? null,
    };
  };
  return withScope(deps.db, { workspaceId: ws }, (trx) => together(trx, reading));
}

/** The last day on which what a receipt states as allowed was valid, where it is over. */
const endOf = ({ purposes }: ReceiptView, content: ConsentContent | undefined, today: string): string | null =>
  content && hasEnded(content, today) && purposes.some(({ state }) => state === 'given') ? content.effectiveTo : null;

const labelsOf = (lang: Locale) => {
  const t = (key: string) => translate(lang, `consentReceipt:${key}`);
  return {
    title: t('title'),
    given: t('state.given'),
    refused: t('state.refused'),
    withdrawn: t('state.withdrawn'),
    law: t('law'),
  };
};

const payloadOf = (jws: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jws.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

/**
 * Everything that a data subject of this uid ever chose, with its receipts. The reading is logged, once for each form.
 */
export async function find(ctx: WorkspaceContext, { uid }: z.output<typeof findReceipts>): Promise<FoundReceipts> {
  const workspaceId = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const rows = await queries.submissionsOf(trx, workspaceId, uidHash(key, uid), FOUND_LIMIT + 1);
    const listed = rows.slice(0, FOUND_LIMIT);
    if (listed.length === 0) return { collection: [], more: false };
    const forms = [...new Set(listed.map(({ consentId }) => consentId))];
    const names = await namesOf(trx, workspaceId, 'consents', forms);
    const versionOf = await versionsOf(trx, workspaceId, listed);
    const receipts = await queries.receiptsOf(
      trx,
      workspaceId,
      listed.map(({ id }) => id),
    );
    for (const form of forms)
      await emit(trx, actorOf(ctx), { event: 'userConsent.read', entityId: form, subject: names.get(form) ?? '' });
    return {
      collection: listed.map(
        ({ id, at, consentId, version, action, changed, granted, language, channel, identity }) => ({
          id,
          at,
          version,
          action,
          changed,
          language,
          channel,
          consent: { id: consentId, name: names.get(consentId) ?? '' },
          name: sealedIdentity.open(key, id, identity).name,
          purposes: chosen(versionOf(consentId, version), granted),
          receipts: receipts
            .filter(({ userConsentId }) => userConsentId === id)
            .map((receipt) => ({ id: receipt.id, issuedAt: receipt.issuedAt, issuedBy: receipt.issuedBy })),
        }),
      ),
      more: rows.length > FOUND_LIMIT,
    };
  });
}

/** A link to a data subject's own page, valid for 30 days; the organisation sends it to them. `id`: the form. */
export async function link(
  ctx: WorkspaceContext,
  { id, uid }: z.output<typeof withdrawalLink>,
): Promise<{ address: string; expiresAt: string }> {
  const workspaceId = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const form = await queries.findForm(trx, workspaceId, id);
    if (!form) throw appError('consent.notFound');
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    if ((await queries.presentChoices(trx, workspaceId, id, uidHash(key, uid))).length === 0)
      throw appError('userConsent.unknownUid', { at: 'uid' });
    const expiresAt = new Date(ctx.deps.now().getTime() + LINK_DAYS * DAY);
    const token = sealToken(key, { consentId: id, uid, expiresAt });
    await emit(trx, actorOf(ctx), {
      event: 'userConsent.linked',
      entityId: id,
      subject: form.name,
      changes: [{ field: 'uid', old: null, new: masked(uid) }],
    });
    const address = `${publicAddress(ctx.deps.config)}${withLocale(ctx.locale, CHOICES_PATH)}#ws=${workspaceId}&token=${token}`;
    return { address, expiresAt: expiresAt.toISOString() };
  });
}
