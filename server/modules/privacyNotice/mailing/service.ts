import type { z } from 'zod';
import type { Trx } from '../../../../db/client.ts';
import { isIndirect } from '../../../../shared/privacyNotice/content.ts';
import type { NoticeMailing, startNoticeMailing } from '../../../../shared/privacyNotice/mailing.ts';
import { actorOf } from '../../../platform/actor.ts';
import { appError } from '../../../platform/errors.ts';
import { emit } from '../../../platform/live/emit.ts';
import { readMailsToday } from '../../../platform/mail/quota.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import * as queries from '../queries.ts';
import { noticeRecord, todayOf } from '../record.ts';
import { announcedVersion } from './announcedVersion.ts';
import { placeTexts } from './letter.ts';
import * as mailingQueries from './mailingQueries.ts';

type Wanted = Pick<z.output<typeof startNoticeMailing>, 'id' | 'v'>;

/** The texts of a version's mailing, the number of people, and the progress. @throws 404 */
export const mailing = (ctx: WorkspaceContext, wanted: Wanted): Promise<NoticeMailing> =>
  ctx.read((trx) => read(trx, ctx, wanted));

async function read(trx: Trx, ctx: WorkspaceContext, { id, v: version }: Wanted): Promise<NoticeMailing> {
  const workspaceId = ctx.workspace.id;
  const [notice, one, started, { today }] = await Promise.all([
    queries.find(trx, workspaceId, id, todayOf(ctx)),
    announcedVersion(trx, { workspaceId, deps: ctx.deps }, id, version),
    mailingQueries.findMailing(trx, workspaceId, { id, version }),
    readMailsToday(trx, ctx.deps, workspaceId),
  ]);
  if (!notice || !one) throw appError('privacyNotice.notFound');
  return {
    version,
    isOwed: one.isOwed && !notice.withdrawn && notice.publishedVersion === version,
    isIndirect: isIndirect(one.content),
    // Once the mailing has started, the texts and people of that time: it is read repeatedly while mails are sent.
    people:
      started?.people ??
      (await mailingQueries.countPeople(
        trx,
        workspaceId,
        one.content.draft.applications.map((application) => application.id),
      )),
    today,
    texts: { th: placeTexts('th', one), en: placeTexts('en', one) },
    mailing: started ?? null,
  };
}

/**
 * Writes to everybody whose consent is on record for the applications of a version, once for each version; a mailing
 * that is paused in a restored copy goes on with those who were not looked at.
 * @throws 404, 409 `privacyNotice.mailingNotOwed`, `.mailingStarted`, `.mailingToNobody`, `.noMailServer`
 */
export const startMailing = (ctx: WorkspaceContext, wanted: Wanted): Promise<NoticeMailing> =>
  ctx.transaction(async (trx) => {
    const { id, v: version } = wanted;
    // Of two simultaneous starts the second waits here, and then finds the mailing started.
    const { name } = await noticeRecord.locked(trx, ctx, id);
    const { isOwed, people, mailing: started } = await read(trx, ctx, wanted);
    if (started && started.paused === null) throw appError('privacyNotice.mailingStarted');
    if (!isOwed) throw appError('privacyNotice.mailingNotOwed');
    if (people === 0) throw appError('privacyNotice.mailingToNobody');
    await assertMailServer(trx, ctx);
    const actor = actorOf(ctx);
    const { workspaceId, personnelId: startedBy, at: startedAt } = actor;
    const mailingId = started
      ? await mailingQueries.resumeMailing(trx, workspaceId, { id, version })
      : await mailingQueries.insertMailing(trx, {
          workspaceId,
          privacyNoticeId: id,
          version,
          people,
          startedBy,
          startedAt,
        });
    await ctx.deps.jobs.send(trx, 'privacyNotice.mailing', { workspaceId, id: mailingId }, { key: mailingId });
    await emit(trx, actor, {
      event: 'privacyNotice.mailingStarted',
      entityId: id,
      subject: name,
      changes: [
        { field: 'version', old: null, new: version },
        { field: 'people', old: null, new: people },
      ],
    });
    return read(trx, ctx, wanted);
  });

/**
 * Without a mail server, mails of a real workspace would wait indefinitely. @throws 409 `privacyNotice.noMailServer`
 */
async function assertMailServer(trx: Trx, { deps, workspace }: WorkspaceContext): Promise<void> {
  if (deps.config.nodeEnv === 'production' && !(await deps.mailer.hasServer(trx, workspace.id)))
    throw appError('privacyNotice.noMailServer');
}
