import { MAIL_CONTEXT, mailContent, type MailContent } from '../server/platform/mail/content.ts';
import type { World } from './factories.ts';

/** Every mail written and not yet sent, oldest first, decrypted. */
export async function mailsOf(server: World, to?: string): Promise<(MailContent & { id: string; kind: string })[]> {
  const rows = await server.owner
    .selectFrom('mails')
    .select(['id', 'kind', 'payload'])
    .where('status', '<>', 'sent')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows
    .map(({ id, kind, payload }) => ({
      id,
      kind,
      ...mailContent.parse(JSON.parse(server.deps.keyring.system.open(MAIL_CONTEXT, id, payload))),
    }))
    .filter((mail) => to === undefined || mail.to === to);
}

/** The token in the link of a mail. */
export function tokenIn(mail: MailContent | undefined): string {
  const token = /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('the mail has no link with a token');
  return token;
}
