import { MAIL_FAILURES } from '../../../../shared/mail/failure.ts';
import { email } from '../../../../shared/text.ts';
import type { JobHandlers } from '../../../platform/jobs/engine.ts';
import { recordJob } from '../../../platform/jobs/recordJob.ts';
import { systemActor } from '../../../platform/actor.ts';
import { SealError } from '../../../platform/crypto/keyring.ts';
import type { WorkspaceKey } from '../../../platform/crypto/workspaceKey.ts';
import { emit } from '../../../platform/live/emit.ts';
import { endWaiting } from '../../../platform/mail/ending.ts';
import { addressed } from '../../../platform/mail/letter.ts';
import { type Deps, transact } from '../../../platform/trpc/context.ts';
import { sealedIdentity } from '../../userConsent/record.ts';
import { announcedVersion } from './announcedVersion.ts';
import { changeLetter } from './letter.ts';
import * as mailingQueries from './mailingQueries.ts';

/** People who are written to at a time. */
const PAGE = 100;
/** Mails of a stopped mailing that are ended at a time. */
const ENDED_AT_ONCE = 1000;
/** Open screens are notified of the progress so often, and at the end: each counts the mails. */
const ANNOUNCE_MS = 1000;

export const jobs = {
  'privacyNotice.mailing': async (deps, { data, signal }) => {
    const { workspaceId, id } = recordJob.parse(data);
    let announcedAt = -ANNOUNCE_MS;
    for (let more = true; more;) {
      signal.throwIfAborted();
      const now = performance.now();
      const announces = now >= announcedAt + ANNOUNCE_MS;
      if (announces) announcedAt = now;
      const page = await writePage(deps, workspaceId, id, announces);
      more = page === 'stopped' ? await endPage(deps, workspaceId, id) : page;
      deps.mailer.kick();
    }
  },
} satisfies JobHandlers;

declare module '../../../platform/jobs/queues.ts' {
  interface JobQueues {
    privacyNotice: keyof typeof jobs;
  }
}

/**
 * Writes to the next people of a mailing, and stores the progress in the same transaction: another node that continues
 * writes to nobody twice. @returns whether there may be more, or that nobody else is written to
 */
const writePage = (deps: Deps, workspaceId: string, id: string, announces: boolean): Promise<boolean | 'stopped'> =>
  transact(deps, { workspaceId }, async (trx) => {
    const mailing = await mailingQueries.lockMailing(trx, workspaceId, id);
    if (!mailing) return false;
    if (mailing.stoppedAt !== null) return 'stopped';
    const { privacyNoticeId: noticeId, version, lookedAt, lastUid: after } = mailing;
    const one = await announcedVersion(trx, { workspaceId, deps }, noticeId, version);
    const people =
      one === null
        ? []
        : await mailingQueries.nextPeople(trx, workspaceId, {
            applicationIds: one.content.draft.applications.map((application) => application.id),
            after,
            limit: PAGE,
          });
    const actor = systemActor(deps, workspaceId);
    if (one === null || people.length === 0) {
      await mailingQueries.end(trx, workspaceId, id, actor.at);
      await emit(trx, actor, { event: 'privacyNotice.delivered', entityId: noticeId });
      return false;
    }
    const key = await deps.keyring.workspaceKey(trx, workspaceId);
    const letters = { th: changeLetter('th', one), en: changeLetter('en', one) };
    const mails: Parameters<typeof mailingQueries.insertDeliveries>[2][number][] = [];
    for (const [place, person] of people.entries()) {
      const to = addressOf(key, person);
      if (to === null) continue;
      const { language: locale } = person;
      const mail = addressed('privacyNoticeChange', { email: to, locale }, letters[locale]);
      const written = await deps.mailer.enqueue(trx, { ...mail, workspaceId, quota: 'many' });
      mails.push({ id: written.id, position: lookedAt + place, state: written.status, at: actor.at });
    }
    await mailingQueries.insertDeliveries(trx, { workspaceId, noticeId, mailingId: id }, mails);
    await mailingQueries.advance(trx, workspaceId, id, {
      lastUid: people.at(-1)!.uid,
      lookedAt: people.length,
      withoutAddress: people.length - mails.length,
    });
    if (announces) await emit(trx, actor, { event: 'privacyNotice.delivered', entityId: noticeId });
    return true;
  });

/** Ends mails of a stopped mailing that wait, and after the last one the mailing. @returns whether there may be more */
async function endPage(deps: Deps, workspaceId: string, id: string): Promise<boolean> {
  const at = deps.now();
  const batch = { workspaceId, batchId: id };
  if ((await endWaiting(deps.systemDb, batch, { reason: MAIL_FAILURES.stopped, at, limit: ENDED_AT_ONCE })) > 0)
    return true;
  await transact(deps, { workspaceId }, async (trx) => {
    const mailing = await mailingQueries.lockMailing(trx, workspaceId, id);
    if (!mailing) return;
    await mailingQueries.end(trx, workspaceId, id, at);
    const event = 'privacyNotice.delivered';
    await emit(trx, systemActor(deps, workspaceId), { event, entityId: mailing.privacyNoticeId });
  });
  return false;
}

/**
 * The address of a person: their id, if it is an address, otherwise the address of the person who consented for them.
 * Null: neither is known, or it is sealed under another key.
 */
function addressOf(key: WorkspaceKey, { userConsentId, identity }: mailingQueries.PersonOnFile): string | null {
  try {
    const { uid, guardian } = sealedIdentity.open(key, userConsentId, identity);
    for (const known of [uid, guardian?.email ?? '']) {
      const address = email.safeParse(known);
      if (address.success) return address.data;
    }
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
  }
  return null;
}
