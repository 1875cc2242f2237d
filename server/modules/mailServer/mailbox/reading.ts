import { DAY, MINUTE } from '../../../../shared/duration.ts';
import type { Schedule } from '../../../platform/jobs/schedules.ts';
import { plainAnswer } from '../../../platform/mail/failure.ts';
import { type Mailbox, MailboxFailure, openMailbox } from '../../../platform/mail/returns/mailbox.ts';
import { readReport, type ReturnReport } from '../../../platform/mail/returns/report.ts';
import { endReturned, settleReturned } from '../../../platform/mail/returns/returned.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { writeFailure } from '../routes.ts';
import * as queries from './queries.ts';
import { openMailboxPassword } from './settings.ts';

/** Messages that one round reads from a mailbox; the next round continues there. */
const MOST_MESSAGES = 500;
/** Time limit for a mailbox, whatever its server does. Far below the lease. */
const READ_MS = 120_000;
const LEASE_MS = 10 * MINUTE;
/** Pause after a fault: repeating a wrong password can lock an account. */
const REST_MS = 10 * MINUTE;
/** After this time a round starts no more mailboxes; the remaining ones are the first of the next round. */
const ROUND_MS = 4 * MINUTE;
/** Mailboxes that are read at a time. */
const AT_ONCE = 5;
/**
 * Mails are stored for 30 days (server/platform/jobs/sweep.ts): an older message cannot be about one, in any time zone.
 */
const KNOWN_MS = 32 * DAY;

/** Looks for returned mails in the mailboxes of all servers. */
export const mailboxReading: Schedule = {
  name: 'mailServers.readMailboxes',
  cron: '*/5 * * * *',
  run: readMailboxes,
};

/** @returns how many returned mails were found */
export async function readMailboxes(deps: Deps, signal: AbortSignal): Promise<number> {
  const since = deps.now();
  const until = performance.now() + ROUND_MS;
  let returned = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!signal.aborted && performance.now() < until) {
        const claimed = await queries.claimMailbox(deps.systemDb, { now: deps.now(), since, leaseMs: LEASE_MS });
        if (!claimed) return;
        returned += await readClaimed(deps, claimed, signal);
      }
    }),
  );
  return returned;
}

async function readClaimed(deps: Deps, claimed: queries.ClaimedMailbox, signal: AbortSignal): Promise<number> {
  const { systemDb, log, now } = deps;
  const timed = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  try {
    const password = openMailboxPassword(deps.keyring, claimed.id, claimed.password);
    const mailbox = await openMailbox({ ...claimed, password }, deps.config.mailServers, timed);
    try {
      return await readOpen(deps, claimed, mailbox, timed);
    } finally {
      await mailbox.close();
    }
  } catch (error) {
    // Where the node stops, or the database does not answer, another round continues.
    if (signal.aborted || !(error instanceof MailboxFailure)) {
      await queries.releaseMailbox(systemDb, claimed);
      if (signal.aborted) return 0;
      throw error;
    }
    const { kind, answer } = error;
    log.warn({ server: claimed.id, kind }, 'a mailbox of returned mails cannot be read');
    const restsUntil = new Date(now().getTime() + REST_MS);
    await queries.writeFault(systemDb, claimed, { kind, answer, at: now(), restsUntil });
    await writeFailure(deps, claimed, { kind: 'mailbox', reason: kind, answer });
    return 0;
  }
}

interface Found extends ReturnReport {
  readonly uid: number;
}

/**
 * Continues to read from the stored position. Records of returned mails are updated first; their final state and the
 * position are written last, together: if the node stops in between, the messages are read again.
 */
async function readOpen(
  deps: Deps,
  claimed: queries.ClaimedMailbox,
  mailbox: Mailbox,
  signal: AbortSignal,
): Promise<number> {
  const { systemDb, now } = deps;
  const { uidValidity, uidNext } = mailbox;
  // Under another UIDVALIDITY the numbers refer to other messages (RFC 9051 section 2.3.1.1).
  const after = claimed.uidValidity === uidValidity ? claimed.lastUid : 0;
  const reports = await mailbox.reportsAfter(after, new Date(now().getTime() - KNOWN_MS));
  const round = reports.slice(0, MOST_MESSAGES);
  const found = await returnsIn(deps, claimed, mailbox, round);
  // From here on everything is completed, however long the reading took.
  if (signal.aborted) throw new MailboxFailure('unreachable', 'no end in time');
  const mails = found.map(({ mailId: id, status }) => ({ id, status }));
  const unsettled = mails.length > 0 ? await settleReturned(deps, mails) : new Set<string>();
  const done = found.filter(({ mailId }) => !unsettled.has(mailId));
  const first = found.find(({ mailId }) => unsettled.has(mailId));
  const end = round.length < reports.length ? round.at(-1)! : Math.max(after, uidNext - 1, round.at(-1) ?? 0);
  const lastUid = first ? first.uid - 1 : end;
  const returned = await systemDb.transaction().execute(async (trx) => {
    const ended = new Set(
      (
        await endReturned(
          trx,
          done.map(({ mailId: id, status }) => ({ id, status })),
        )
      ).map(({ id }) => id),
    );
    for (const { mailId, status, diagnostic } of done)
      if (ended.has(mailId))
        await writeFailure({ ...deps, systemDb: trx }, claimed, {
          kind: 'returned',
          reason: status,
          answer: plainAnswer(diagnostic),
        });
    await queries.writeRead(trx, claimed, { uidValidity, lastUid, at: now(), returned: ended.size });
    return ended.size;
  });
  // People of the organisation may read the mailbox too: settled mails are not notified again.
  await mailbox.markRead(done.map(({ uid }) => uid)).catch(() => {});
  return returned;
}

/** Returned mails of the server among these messages, each mail once. */
async function returnsIn(
  { systemDb }: Deps,
  claimed: queries.ClaimedMailbox,
  mailbox: Mailbox,
  uids: readonly number[],
): Promise<Found[]> {
  const byMail = new Map<string, Found>();
  for await (const { uid, source } of mailbox.sourcesOf(uids)) {
    const report = readReport(source);
    if (report && !byMail.has(report.mailId)) byMail.set(report.mailId, { uid, ...report });
  }
  const ours = await queries.returnableMails(systemDb, claimed, [...byMail.keys()]);
  return [...byMail.values()].filter(({ mailId }) => ours.has(mailId)).toSorted((a, b) => a.uid - b.uid);
}
