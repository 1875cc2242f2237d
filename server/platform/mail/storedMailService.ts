import type { z } from 'zod';
import type { StoredMail, listMails, OpenedMail } from '../../../shared/mail/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { MAIL_CONTEXT, mailContent } from './content.ts';
import * as queries from './storedMailQueries.ts';

/**
 * Mails kept instead of sent that the caller may read: those of this workspace, and those about an account (a link for
 * a new password, an invitation) of its personnel. Such a link opens the whole account, so it is shown only when the
 * caller is Admin wherever that person belongs, or it is their own.
 * @throws 404 in production and where a mail server is configured
 */
async function readable(ctx: WorkspaceContext): Promise<OpenedMail[]> {
  const { authDb, config, keyring, systemDb } = ctx.deps;
  if (config.nodeEnv === 'production' || config.smtpUrl) throw appError('mail.notKept');
  const mails = (await queries.storedMails(systemDb, ctx.workspace.id)).flatMap(
    ({ payload, workspaceId, opensAccount, ...mail }) => {
      try {
        const { to, subject, text, html } = mailContent.parse(
          JSON.parse(keyring.system.open(MAIL_CONTEXT, mail.id, payload)),
        );
        return [{ ...mail, to, subject, text, html: html ?? null, isOfAccount: workspaceId === null || opensAccount }];
      } catch {
        return []; // sealed under a master key that has been replaced
      }
    },
  );
  const ofAccounts = [...new Set(mails.filter(({ isOfAccount }) => isOfAccount).map(({ to }) => to))];
  const here = await ctx.transaction((trx) => queries.addressesIn(trx, ctx.workspace.id));
  const elsewhere = await queries.addressesElsewhere(authDb, ofAccounts, ctx.session.userId);
  return mails
    .filter(({ to, isOfAccount }) => !isOfAccount || to === ctx.session.email || (here.has(to) && !elsewhere.has(to)))
    .map(({ isOfAccount: _of, ...mail }) => mail);
}

/** Kept mails, newest first; `query` looks in address and subject. */
export async function list(ctx: WorkspaceContext, input: z.output<typeof listMails>): Promise<List<StoredMail>> {
  const wanted = input.query.toLowerCase();
  const found = (await readable(ctx)).filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(wanted));
  const sorted = input.sortDirection === 'ASC' ? found.toReversed() : found;
  const start = (input.currentPage - 1) * input.pageSize;
  return {
    collection: sorted
      .slice(start, start + input.pageSize)
      .map(({ id, kind, to, subject, createdAt }) => ({ id, kind, to, subject, createdAt })),
    meta: {
      currentPage: input.currentPage,
      pageSize: input.pageSize,
      totalPage: Math.max(1, Math.ceil(found.length / input.pageSize)),
      totalItems: found.length,
    },
  };
}

/** One kept mail with its text. */
export async function get(ctx: WorkspaceContext, { id }: { id: string }): Promise<OpenedMail> {
  const mail = (await readable(ctx)).find((one) => one.id === id);
  if (!mail) throw appError('NOT_FOUND');
  return mail;
}
