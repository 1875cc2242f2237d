import type { z } from 'zod';
import type { MailboxTest } from '../../../../shared/mailServer/mailbox.ts';
import type { byServer } from '../../../../shared/mailServer/schema.ts';
import { type Limit, spend } from '../../../platform/auth/throttle.ts';
import { appError } from '../../../platform/errors.ts';
import { plainAnswer } from '../../../platform/mail/failure.ts';
import { MailboxFailure, openMailbox } from '../../../platform/mail/returns/mailbox.ts';
import type { SignedInContext } from '../../../platform/trpc/context.ts';
import { existing } from '../reading.ts';
import { lockMailbox } from './queries.ts';
import { openMailboxPassword } from './settings.ts';

const TESTS: Limit = { name: 'mailServer.testMailbox', max: 20, seconds: 3600 };
const TEST_MS = 30_000;

/**
 * Signs in to the mailbox of a server and opens its folder, whether or not the server is in use; reads nothing.
 * @returns the server's answer
 * @throws 404, 429
 */
export async function testMailbox(ctx: SignedInContext, input: z.output<typeof byServer>): Promise<MailboxTest> {
  const { deps, session } = ctx;
  const { organization } = await existing(ctx, input);
  await spend(deps, TESTS, session.userId);
  const stored = await organization.place.transaction((trx) => lockMailbox(trx, organization.id, input.id));
  if (!stored) throw appError('mailServer.notFound');
  try {
    const password = openMailboxPassword(deps.keyring, input.id, stored.password);
    const mailbox = await openMailbox({ ...stored, password }, deps.config.mailServers, AbortSignal.timeout(TEST_MS));
    const { messages, greeting } = mailbox;
    await mailbox.close();
    return { kind: null, messages, answer: plainAnswer(greeting) };
  } catch (error) {
    if (!(error instanceof MailboxFailure)) throw error;
    return { kind: error.kind, messages: null, answer: error.answer };
  }
}
