import type { Trx } from '../../../db/client.ts';
import type { NoticeContent } from '../../../shared/privacyNotice/content.ts';
import { type NoticeDraft, noticeDraft } from '../../../shared/privacyNotice/draft.ts';
import { type Notice, noticeStatus, type publishNotice } from '../../../shared/privacyNotice/schema.ts';
import { textOf } from '../../../shared/privacyNotice/write.ts';
import { actorOf } from '../../platform/actor.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { recordRemoving, recordsChanged } from '../../platform/records/listener.ts';
import { writeLinks } from '../../platform/records/links.ts';
import { type Incomplete, versioned } from '../../platform/records/versioned.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { illegalMove } from '../../platform/workflow/workflow.ts';
import { openClocks } from './clocks/days.ts';
import { composed } from './compose.ts';
import { judge, ofReferences } from './drift.ts';
import { stopMailings } from './mailing/stopping.ts';
import { officerStatedIn } from './officer.ts';
import * as queries from './queries.ts';
import * as registerQueries from './registerQueries.ts';

type PublishOptions = Partial<Pick<(typeof publishNotice)['_output'], 'tellAgain' | 'editorialReason'>>;

/** The table of published versions. */
const VERSIONS = { table: 'privacyNoticeVersions', owner: 'privacyNoticeId' } as const;
const APPLICATIONS = {
  table: 'privacyNoticeApplications',
  owner: 'privacyNoticeId',
  column: 'applicationId',
} as const;

const idsOf = (draft: NoticeDraft | undefined): string[] => draft?.applications.map(({ id }) => id) ?? [];

/** The day in Bangkok, YYYY-MM-DD. */
export const todayOf = ({ deps }: Pick<WorkspaceContext, 'deps'>): string => bangkokDay(deps.now());

/** What is published stays in force while its next version is a draft. */
export const noticeRecord = versioned({
  table: 'privacyNotices',
  machine: noticeStatus,
  versions: VERSIONS,
  content: noticeDraft,
  events: {
    created: 'privacyNotice.created',
    updated: 'privacyNotice.updated',
    published: 'privacyNotice.published',
    removed: 'privacyNotice.removed',
  },
  read: readNotice,
  draftOf: ({ draft }: Notice) => draft,
  subject: ({ name }: Notice) => name,
  changes: (before: Notice, after: Notice) => changesBetween(logged(before), logged(after), ['approver']),
  columns: ({ ...draft }: NoticeDraft) => ({ name: draft.name, content: JSON.stringify(draft) }),
  check: assertPresent,
  write: (trx, ctx, id, draft, edit) =>
    writeLinks(trx, APPLICATIONS, { workspaceId: ctx.workspace.id, id }, idsOf(edit?.stored), idsOf(draft)),
  // Saving a notice without a change also starts the next version, if its text has changed.
  reopens: ({ before, changed }) => before.driftedAt !== null || changed.length > 0,
  notDraft: ({ publishedVersion: version }: Notice) => appError('privacyNotice.unchanged', { values: { version } }),
  freeze,
  published: async (trx, ctx, id, { version, content: { draft } }: { version: number; content: NoticeContent }) => {
    await openClocks(trx, { workspaceId: ctx.workspace.id, id, at: actorOf(ctx).at }, draft.reviewOn);
    await stopMailings(trx, actorOf(ctx), id, version);
    // A version may repeat an officer who has left.
    await judge(trx, actorOf(ctx), [id]);
    await ofReferences(trx, actorOf(ctx), id);
  },
  changed: (trx, ctx, id, edit) =>
    edit ? recordsChanged(trx, actorOf(ctx), 'privacyNotice', [id]) : Promise.resolve(),
  removing: async (trx, ctx, id, { publishedVersion, status }: Notice) => {
    if (publishedVersion > 0) throw illegalMove(status);
    await recordRemoving(trx, actorOf(ctx), 'privacyNotice', id);
  },
});

/** A notice in the activity log. */
const logged = ({ name, draft, applications }: Notice) => ({
  name,
  applications: applications.map((application) => application.name),
  approver: draft.approver.name,
  effectiveFrom: draft.effectiveFrom,
  reviewOn: draft.reviewOn,
  editedSentences: draft.edits.length,
});

/** Refuses applications and measures that the workspace does not have. @throws 400 by field */
export async function assertPresent(trx: Trx, ctx: WorkspaceContext, draft: NoticeDraft): Promise<void> {
  const ws = ctx.workspace.id;
  const [applications, items, notices] = await Promise.all([
    registerQueries.presentApplications(trx, ws, idsOf(draft)),
    registerQueries.presentItems(trx, ws, [
      ...draft.measures.ids,
      ...draft.applications.flatMap(({ groupIds }) => groupIds),
    ]),
    registerQueries.noticesInForce(
      trx,
      ws,
      draft.elsewhere.map(({ noticeId }) => noticeId),
      todayOf(ctx),
    ),
  ]);
  const issues = [
    ...draft.applications.flatMap(({ id, groupIds }, index) => [
      ...(applications.has(id) ? [] : [{ path: ['applications', index, 'id'], key: 'errors:choice' }]),
      ...(groupIds.every((group) => items.get(group) === 'dataSubjectGroup')
        ? []
        : [{ path: ['applications', index, 'groupIds'], key: 'errors:choice' }]),
    ]),
    ...draft.elsewhere.flatMap(({ noticeId }, index) =>
      notices.some(({ id }) => id === noticeId)
        ? []
        : [{ path: ['elsewhere', index, 'noticeId'], key: 'errors:choice' }],
    ),
    ...(draft.measures.ids.every((id) => items.get(id) === 'securityMeasure')
      ? []
      : [{ path: ['measures', 'ids'], key: 'errors:choice' }]),
  ];
  if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
}

/**
 * The content of the next version, which is in force from its first day on.
 * @throws 400 with all that is missing, `privacyNotice.reasonNeeded`, 409 `privacyNotice.withdrawn`, `.unchanged`
 */
async function freeze(
  trx: Trx,
  ctx: WorkspaceContext,
  _id: string,
  found: Notice,
  options: PublishOptions,
): Promise<{ content: NoticeContent; columns: object; versionColumns: Record<string, unknown> } | Incomplete> {
  if (found.withdrawn) throw appError('privacyNotice.withdrawn');
  const open = found.gaps.map(({ record, id: recordId, field }) => ({
    path: ['gaps', record, recordId, field],
    key: 'privacyNotice:gap',
  }));
  const problems = [...found.problems, ...open];
  if (problems.length > 0) return { code: 'privacyNotice.incomplete', problems };
  const today = todayOf(ctx);
  const effectiveOn = [found.draft.effectiveFrom ?? today, today].toSorted().at(-1)!;
  const draft = { ...found.draft, effectiveFrom: effectiveOn };
  const { parts, summary, points, tellAgain } = await composed(trx, ctx, { ...found, draft });
  const content: NoticeContent = {
    name: found.name,
    kind: found.kind,
    draft,
    dataControllerId: found.dataController.id,
    parts,
    summary,
    points,
    approver: found.approval?.approver ?? draft.approver,
    approval: lineOfApproval(found),
    effectiveOn,
  };
  const officer = await officerStatedIn(trx, ctx.workspace.id, found);
  const { editorialReason: reason = '' } = options;
  if (tellAgain && options.tellAgain === false && reason === '')
    throw appError('privacyNotice.reasonNeeded', { at: 'editorialReason' });
  return {
    content,
    columns: { reviewOn: draft.reviewOn, driftedAt: null },
    versionColumns: {
      sha256Th: contentHash(textOf(found.name, parts, 'th')),
      sha256En: contentHash(textOf(found.name, parts, 'en')),
      effectiveOn,
      tellAgain: options.tellAgain ?? tellAgain,
      reason,
      officer: officer && JSON.stringify(officer),
    },
  };
}

/** The line that approved the content that is being published. */
function lineOfApproval({ approval }: Notice): NoticeContent['approval'] {
  if (!approval?.approver) return null;
  const { lineId, number, recordSha256 } = approval;
  return { lineId, number, recordSha256 };
}

/** A notice with its draft, the text from it, and what is missing for publishing. */
export async function readNotice(
  trx: Trx,
  ctx: Pick<WorkspaceContext, 'workspace' | 'deps'>,
  id: string,
): Promise<Notice | undefined> {
  const found = await queries.find(trx, ctx.workspace.id, id, todayOf(ctx));
  return found && { ...found, ...(await composed(trx, ctx, found)) };
}
