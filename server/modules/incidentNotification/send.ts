import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import { isUrgent, MAILS_AT_ONCE, type Recipient } from '../../../shared/incidentNotification/schema.ts';
import type { Locale } from '../../../shared/locale.ts';
import { MAIL_FAILURES } from '../../../shared/mail/failure.ts';
import { nameOfFile } from '../../platform/files/name.ts';
import { type Deps, transact, type WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { SealError } from '../../platform/crypto/keyring.ts';
import { findFile } from '../../platform/files/service.ts';
import { translate } from '../../platform/i18n.ts';
import { isClosed } from '../../platform/mail/queries.ts';
import { workspaceName } from '../../platform/mail/readers.ts';
import { countMails, holdQuota, isUsedUp } from '../../platform/mail/quota.ts';
import { escapeHtml } from '../../platform/html.ts';
import { type Letter, oneLine, subjectLine } from '../../platform/mail/letter.ts';
import type { MailAttachment } from '../../platform/mail/mailer.ts';
import { evidence } from '../incident/files.ts';
import * as deliveries from './deliveries.ts';
import { find } from './queries.ts';
import { sealedRecipients } from './recipients.ts';

interface Notice {
  readonly id: string;
  readonly incidentId: string;
  readonly recipientGroup: string;
  readonly locale: Locale;
  readonly recipients: readonly Recipient[];
  readonly subject: string;
  readonly message: string;
  readonly attachmentId: string | null;
  /** When it is sent again to those whose mails failed; left out: it is sent for the first time. */
  readonly resentAt?: Date;
}
type Sender = Pick<WorkspaceContext, 'deps'> & { readonly workspace: { readonly id: string; readonly name: string } };

/**
 * Writes one mail for each of these recipients (nobody sees the others), by their position; sent once the transaction
 * commits. The first MAILS_AT_ONCE are written now, the others by `writeWaiting`, which also writes those that exceed
 * today's limit of mails, from the next day on. Urgent mails cannot wait for the next day: all are written or all are
 * refused.
 * @throws 429 `incidentNotification.mailLimit`
 */
export async function writeMails(trx: Trx, ctx: Sender, notice: Notice, positions: readonly number[]): Promise<void> {
  const { incidentId, id: notificationId, resentAt = null } = notice;
  const where = { workspaceId: ctx.workspace.id, incidentId, notificationId, resentAt };
  const mails = positions.map((position) => ({ mailId: randomUUIDv7(), position }));
  const { left, limits } = await holdQuota(trx, ctx.deps, ctx.workspace.id);
  const urgent = isUrgent(notice.recipientGroup, mails.length);
  if (urgent && left.urgent < mails.length)
    throw appError('incidentNotification.mailLimit', { values: { limit: limits.mails } });
  const now = Math.min(MAILS_AT_ONCE, mails.length, urgent ? left.urgent : left.toMany);
  await countMails(trx, ctx.workspace.id, now);
  const written = await writeLetters(trx, ctx, { ...notice, urgent }, mails.slice(0, now));
  await deliveries.insertDeliveries(
    trx,
    where,
    mails.map((mail, place) =>
      place < now
        ? { ...mail, ...written, written: true }
        : { ...mail, state: 'waiting', settledAt: null, written: false },
    ),
  );
}

/**
 * Writes the letters with these ids, which the caller has counted. Those that are not urgent wait for the next day once
 * the workspace's mail server has reached its daily limit, but never a report to the authority.
 * @returns their common state: to be sent, or only stored
 */
async function writeLetters(
  trx: Trx,
  { deps, workspace }: Sender,
  notice: Notice & { readonly urgent: boolean },
  mails: readonly { mailId: string; position: number }[],
): Promise<{ state: 'waiting' | 'kept'; settledAt: Date | null }> {
  const attachments: MailAttachment[] = [];
  if (notice.attachmentId !== null) {
    const file = await findFile(trx, evidence, {
      workspaceId: workspace.id,
      ownerId: notice.incidentId,
      fileId: notice.attachmentId,
    });
    const name = nameOfFile(await deps.keyring.workspaceKey(trx, workspace.id), file.id, file);
    attachments.push({ name, type: file.type, storageKey: file.storageKey });
  }
  const toMany = !notice.urgent && notice.recipientGroup !== 'DATA_PROTECTION_AUTHORITY';
  let state: 'waiting' | 'kept' = 'waiting';
  for (const { mailId: id, position } of mails) {
    const { name, email } = notice.recipients[position]!;
    const letter = noticeLetter({ ...notice, name, workspace: workspace.name });
    state = (
      await deps.mailer.enqueue(trx, {
        id,
        workspaceId: workspace.id,
        kind: 'incidentNotification',
        to: email,
        locale: notice.locale,
        ...letter,
        attachments,
        ...(toMany && { quota: 'countedMany' as const }),
      })
    ).status;
  }
  return { state, settledAt: state === 'kept' ? deps.now() : null };
}

/**
 * Writes the next mails of a notification that has more recipients than one turn; called by the mailer when it has
 * nothing to send. The mails and their states are written in one transaction, so that a node that stops has written
 * nothing.
 * @returns whether there may be more
 */
export async function writeWaiting(deps: Deps): Promise<boolean> {
  const next = await deps.systemDb
    .selectFrom('mailDeliveries')
    .select(['workspaceId', 'entityId as incidentId', 'batchId as notificationId'])
    .where('entity', '=', deliveries.ENTITY)
    .where('written', '=', false)
    .where((where) => where.not(isClosed('workspaceId')))
    .where((where) => where.not(isUsedUp(deps, 'mailDeliveries.workspaceId')))
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  const { workspaceId, incidentId, notificationId } = next;
  return transact(deps, { workspaceId }, async (trx) => {
    const { left } = await holdQuota(trx, deps, workspaceId);
    // Used up meanwhile: others may have room.
    if (left.toMany === 0) return true;
    const mails = await deliveries.takeUnwritten(
      trx,
      workspaceId,
      notificationId,
      Math.min(MAILS_AT_ONCE, left.toMany),
    );
    await countMails(trx, workspaceId, mails.length);
    const row = mails.length > 0 && (await find(trx, workspaceId, incidentId, notificationId));
    if (!row) return false;
    const ids = mails.map(({ mailId }) => mailId);
    try {
      const name = await workspaceName(trx, { workspaceId });
      const recipients = sealedRecipients.open(
        await deps.keyring.workspaceKey(trx, workspaceId),
        notificationId,
        row.recipients,
      );
      const notice = { ...row, locale: row.locale as Locale, recipients, urgent: false };
      await deliveries.markWritten(
        trx,
        workspaceId,
        ids,
        await writeLetters(trx, { deps, workspace: { id: workspaceId, name } }, notice, mails),
      );
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      deps.log.error(
        { notification: notificationId },
        'recipients of a notification cannot be opened: it is under another master key',
      );
      await deliveries.markWritten(trx, workspaceId, ids, {
        state: 'failed',
        error: MAIL_FAILURES.unopened,
        settledAt: deps.now(),
      });
    }
    return true;
  });
}

/**
 * The mail to one recipient, with line breaks as typed. All its text was typed by people: nothing is interpreted as
 * markup.
 */
function noticeLetter({
  locale,
  name,
  subject,
  message,
  workspace,
}: Pick<Notice, 'locale' | 'subject' | 'message'> & { name: string; workspace: string }): Letter {
  const greeting = name === '' ? [] : [oneLine(translate(locale, 'incidentLetter:greeting', { name }))];
  const footer = oneLine(translate(locale, 'incidentLetter:footer', { name: workspace }));
  const body = message.replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const paragraphs = [...greeting, ...body.split(/\n{2,}/)];
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subjectLine(subject))}</title></head>`,
    '<body style="margin:0;padding:24px;background:#ffffff;font-family:Sarabun,Tahoma,sans-serif;font-size:16px;line-height:1.6;color:#1a202c">',
    '<div style="max-width:640px;margin:0 auto">',
    ...paragraphs.map(
      (paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`,
    ),
    `<hr style="border:0;border-top:1px solid #e2e8f0;margin:24px 0"><p style="margin:0;font-size:13px;color:#4a5568">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject: subjectLine(subject), text: `${[...greeting, body, `--\n${footer}`].join('\n\n')}\n`, html };
}
