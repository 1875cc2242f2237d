import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { MINUTE } from '../../../shared/duration.ts';
import { type Problem, PROBLEMS } from '../../../shared/schedule/problems.ts';
import type { ConnectionTest, testConnection } from '../../../shared/schedule/schema.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { type Destination, type HostKey, lookAtHostKey, openConnection } from './connection.ts';
import { connectionProblem, DeliveryProblem } from './problem.ts';
import * as queries from './queries.ts';
import { assertOwn, existing } from './reading.ts';
import { isPrivateKey, openSecret } from './secret.ts';
import { leadsElsewhere, secretField } from './settings.ts';
import { tryFolder } from './upload.ts';

const TESTS: Limit = { name: 'schedule.test', max: 60, seconds: 3600 };

type Input = z.output<typeof testConnection>;

/**
 * Tests a connection. Without a confirmed key of the server only that key is read; with it the caller is signed in, and
 * a file is written to the folder and removed.
 * @throws 400 at the field, 404, 429
 */
export async function test(ctx: SignedInContext, input: Input): Promise<ConnectionTest> {
  const { deps, session } = ctx;
  await spend(deps, TESTS, session.userId);
  const destination = await destinationOf(ctx, input);
  const rule = { ...deps.config.sftp, signal: AbortSignal.timeout(MINUTE) };
  let hostKey: HostKey | null = null;
  try {
    hostKey = await lookAtHostKey(destination, rule);
    if (input.hostKey === undefined) return { state: 'confirm', hostKey, problem: null, reportCode: null };
    const connection = await openConnection(destination, { ...rule, hostKey: input.hostKey });
    try {
      await tryFolder(connection, input.folder, `.pokpong-test-${randomBytes(4).toString('hex')}`);
    } finally {
      connection.close();
    }
    return { state: 'ready', hostKey, problem: null, reportCode: null };
  } catch (error) {
    const { problem }: { problem: Problem } = error instanceof DeliveryProblem ? error : connectionProblem(error);
    return { state: 'failed', hostKey, problem, reportCode: PROBLEMS[problem].code };
  }
}

async function destinationOf(ctx: SignedInContext, input: Input): Promise<Destination> {
  const { host, port, username, password, privateKey, id, ws } = input;
  if (password !== undefined && privateKey !== undefined) throw appError('schedule.oneSecret', { at: 'privateKey' });
  if (privateKey !== undefined && !(await isPrivateKey(privateKey)))
    throw appError('schedule.privateKey', { at: 'privateKey' });
  const place = { host, port, username };
  const secret = password ?? privateKey;
  if (secret !== undefined) return { ...place, signIn: password === undefined ? 'key' : 'password', secret };
  if (id === undefined) throw appError('schedule.oneSecret', { at: 'password' });
  const { row, organization } = await existing(ctx, { id, ws });
  assertOwn(ctx, row, organization);
  if (leadsElsewhere(row, place)) throw appError('schedule.secretAgain', { at: secretField(row.signIn) });
  const sealed = await organization.place.read((trx) => queries.secretOf(trx, organization.id, id));
  if (!sealed) throw appError('schedule.notFound');
  return { ...place, signIn: row.signIn, secret: openSecret(ctx.deps.keyring, id, sealed) };
}
