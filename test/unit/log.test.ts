import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../server/platform/log.ts';

function logger() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, log: createLogger({ logLevel: 'info', nodeEnv: 'test' }, sink) };
}

describe('the log', () => {
  it('has one warning per outage, whatever fails because of it, and other errors beside it', () => {
    const { lines, log } = logger();
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });
    const request = log.child({ request: '1' });
    for (let count = 0; count < 50; count += 1) {
      request.error({ err: new Error('wrapped', { cause: refused }) }, 'request failed');
      log.warn({ err: Object.assign(new Error('x'), { code: '57P01' }) }, 'relay lost the database');
      log.error({ err: new Error('Connection terminated unexpectedly') }, 'the job queues met an error');
    }
    log.error({ err: new Error('a fault of ours') }, 'request failed');
    expect(lines.map(({ level, msg, err }) => [level, msg, err === undefined])).toEqual([
      [40, expect.stringMatching(/does not answer; it is tried again/), true],
      [50, 'request failed', false],
    ]);
  });

  it('names function and constraint of a database error, and never its data', () => {
    const { lines, log } = logger();
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      constraint: 'users_email_key',
      table: 'users',
      detail: 'Key (email)=(somchai@example.com) already exists.',
      where:
        'PL/pgSQL function public.record_user_consents(uuid,text) line 12 at SQL statement\nCOPY users, line 1: "somchai@example.com"',
    });
    log.error({ err: error }, 'request failed');
    expect(lines[0]!.err).toMatchObject({
      code: '23505',
      constraint: 'users_email_key',
      table: 'users',
      functions: ['record_user_consents'],
      message: 'SQLSTATE 23505',
    });
    expect(JSON.stringify(lines)).not.toContain('somchai');
  });
});
