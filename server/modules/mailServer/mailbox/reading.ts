import type { Schedule } from '../../../platform/jobs/schedules.ts';
import { plainAnswer } from '../../../platform/mail/failure.ts';
import { type Mailbox, MailboxFailure, openMailbox } from '../../../platform/mail/returns/mailbox.ts';
import { readReport, type ReturnReport } from '../../../platform/mail/returns/report.ts';
import { endReturned, settleReturned } from '../../../platform/mail/returns/returned.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { writeFailure } from '../routes.ts';
import * as queries from './queries.ts';
import { openMailboxPassword } from './settings.ts';

/** What one round takes of a mailbox; the next one goes on from there. */
const MOST_MESSAGES = 500;
/** So long a mailbox may take, whatever its server does. Far below the lease. */
const READ_MS = 120_000;
const LEASE_MS = 10 * 60_000;
/** After a fault nothing is tried for so long: a wrong password again and again closes an account. */
const REST_MS = 10 * 60_000;
/** A round takes up no more mailboxes after so long: those that are left are the first ones of the next. */
const ROUND_MS = 4 * 60_000;
/** Mailboxes that are read at a time. */
const AT_ONCE = 5;
/** Mails are known for 30 days (server/platform/jobs/sweep.ts): what is older speaks of none, in any time zone. */
const KNOWN_MS = 32 * 86_400_000;

/** Looks for returned mails in the mailboxes of all servers. */
export const mailboxReading: Schedule = {
  name: 'mailServers.readMailboxes',
  cron: '*/5 * * * *',
  run: readMailboxes,
};

/** @returns how many mails were found to have been returned */
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
    // Where the node stops, or the database is away, another round goes on.
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
 * Reads on from where it was left. The records of what was returned are told first; that it is over, and how far the
 * mailbox has been read, is written last and at once: a node that dies in between leaves it to be done again.
 */
async function readOpen(
  deps: Deps,
  claimed: queries.ClaimedMailbox,
  mailbox: Mailbox,
  signal: AbortSignal,
): Promise<number> {
  const { systemDb, now } = deps;
  const { uidValidity, uidNext } = mailbox;
  // Under another UIDVALIDITY the numbers are of other messages (RFC 9051 section 2.3.1.1).
  const after = claimed.uidValidity === uidValidity ? claimed.lastUid : 0;
  const reports = await mailbox.reportsAfter(after, new Date(now().getTime() - KNOWN_MS));
  const round = reports.slice(0, MOST_MESSAGES);
  const found = await returnsIn(deps, claimed, mailbox, round);
  // What is begun from here on is ended, however long the reading took.
  if (signal.aborted) throw new MailboxFailure('unreachable', 'no end in time');
  const mails = found.map(({ mailId: id, status }) => ({ id, status }));
  const untold = mails.length > 0 ? await settleReturned(deps, mails) : new Set<string>();
  const done = found.filter(({ mailId }) => !untold.has(mailId));
  const first = found.find(({ mailId }) => untold.has(mailId));
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
  // People of the organisation may look at the mailbox too: what is settled is no news to them.
  await mailbox.markRead(done.map(({ uid }) => uid)).catch(() => {});
  return returned;
}

/** What of these messages says that a mail which the server carries was returned, each mail once. */
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
  const sent = await queries.sentMails(systemDb, claimed, [...byMail.keys()]);
  return [...byMail.values()].filter(({ mailId }) => sent.has(mailId)).toSorted((a, b) => a.uid - b.uid);
}
