import type { Trx } from '../../../db/client.ts';
import type { Recipient } from '../../../shared/incidentNotification.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { WorkspaceContext } from '../../context.ts';
import { findFile } from '../../files/service.ts';
import { translate } from '../../i18n.ts';
import { escapeHtml, type Letter, oneLine } from '../../mail/letter.ts';
import type { MailAttachment } from '../../mail/mailer.ts';
import * as queries from './queries.ts';

interface Notice {
  readonly id: string;
  readonly incidentId: string;
  readonly locale: Locale;
  readonly recipients: readonly Recipient[];
  readonly subject: string;
  readonly message: string;
  readonly attachmentId: string | null;
}

/** Writes one mail for each of these recipients (nobody sees who else was told), by their position; sent once the transaction commits. */
export async function writeMails(trx: Trx, ctx: WorkspaceContext, notice: Notice, positions: readonly number[]): Promise<void> {
  const { id: workspaceId, name: workspace } = ctx.workspace;
  const { id, incidentId, locale, recipients, attachmentId } = notice;
  const attachments: MailAttachment[] = [];
  if (attachmentId !== null) {
    const { name, type, storageKey } = await findFile(trx, workspaceId, attachmentId);
    attachments.push({ name, type, storageKey });
  }
  const deliveries = [];
  for (const position of positions) {
    const { name, email } = recipients[position]!;
    const letter = noticeLetter({ ...notice, name, workspace });
    const mail = await ctx.deps.mailer.enqueue(trx, { workspaceId, kind: 'incidentNotification', to: email, locale, ...letter, attachments });
    deliveries.push({ workspaceId, mailId: mail.id, incidentId, notificationId: id, position, state: mail.status, settledAt: mail.status === 'kept' ? ctx.deps.now() : null });
  }
  await queries.insertDeliveries(trx, deliveries);
}

/** The mail to one recipient, its lines as they were written. Everything in it was typed by people: nothing is taken for markup. */
export function noticeLetter({ locale, name, subject, message, workspace }: Pick<Notice, 'locale' | 'subject' | 'message'> & { name: string; workspace: string }): Letter {
  const greeting = name === '' ? [] : [oneLine(translate(locale, 'incidentLetter:greeting', { name }))];
  const footer = oneLine(translate(locale, 'incidentLetter:footer', { name: workspace }));
  const body = message.replace(/\r\n?|[\u2028\u2029]/g, '\n');
  const paragraphs = [...greeting, ...body.split(/\n{2,}/)];
  const html = [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>`,
    '<body style="margin:0;padding:24px;background:#ffffff;font-family:Sarabun,Tahoma,sans-serif;font-size:16px;line-height:1.6;color:#1a202c">',
    '<div style="max-width:640px;margin:0 auto">',
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    `<hr style="border:0;border-top:1px solid #e2e8f0;margin:24px 0"><p style="margin:0;font-size:12px;color:#4a5568">${escapeHtml(footer)}</p>`,
    '</div></body></html>',
  ].join('\n');
  return { subject: oneLine(subject), text: `${[...greeting, body, `--\n${footer}`].join('\n\n')}\n`, html };
}
