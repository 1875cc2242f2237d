import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { byServer, MailServerTest } from '../../../shared/mailServer/schema.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { silentSince } from '../../platform/installation/silence.ts';
import { answerOf, kindOf, plainAnswer } from '../../platform/mail/failure.ts';
import { composeLetter } from '../../platform/mail/letter.ts';
import { createServerTransport } from '../../platform/mail/transport.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { lockServer } from './queries.ts';
import { existing } from './reading.ts';
import { openSecrets, UNOPENED_PASSWORD } from './settings.ts';

const TESTS: Limit = { name: 'mailServer.test', max: 20, seconds: 3600 };

/**
 * Sends the caller a mail by the server, whether or not it is in use. @returns the server's answer
 * @throws 404, 409 `mailServer.silent` in a copy that sends nothing, 429
 */
export async function sendTest(ctx: SignedInContext, input: z.output<typeof byServer>): Promise<MailServerTest> {
  const { deps, session, locale } = ctx;
  const { row, organization } = await existing(ctx, input);
  if (await silentSince(deps.db)) throw appError('mailServer.silent');
  await spend(deps, TESTS, session.userId);
  const stored = await organization.place.transaction((trx) => lockServer(trx, organization.id, input.id));
  if (!stored) throw appError('mailServer.notFound');
  const { email: to } = organization.place.personnel;
  const secrets = openSecrets(deps.keyring, row, stored);
  if (!secrets) return { sent: false, to, kind: 'signIn', answer: UNOPENED_PASSWORD };
  const letter = composeLetter({
    locale,
    subject: translate(locale, 'mailServer:testMail.subject', { name: row.name }),
    name: organization.place.personnel.name,
    paragraphs: [translate(locale, 'mailServer:testMail.body', { name: row.name })],
  });
  const transport = createServerTransport({ ...row, ...secrets }, row.fromAddress, deps.config.mailServers);
  try {
    const from = { name: row.fromName, address: row.fromAddress };
    const answer = await transport.send({
      id: randomUUIDv7(),
      from,
      returnTo: row.bounceAddress || undefined,
      to,
      ...letter,
    });
    return { sent: true, to, kind: null, answer: plainAnswer(answer) };
  } catch (error) {
    return { sent: false, to, kind: kindOf(error), answer: answerOf(error) };
  } finally {
    transport.close();
  }
}
