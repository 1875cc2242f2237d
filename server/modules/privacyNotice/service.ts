import type { z } from 'zod';
import { RIGHT_CODES } from '../../../shared/dataRight/schema.ts';
import type { List } from '../../../shared/list.ts';
import { noticeContent } from '../../../shared/privacyNotice/content.ts';
import { noticeDraft, type NoticeKind } from '../../../shared/privacyNotice/draft.ts';
import {
  type createNotice,
  type ListNotices,
  type listNoticeMeasures,
  type moveNotice,
  type Notice,
  type NoticeItem,
  noticeOffer,
  type NoticePreview,
  type NoticeVersionItem,
  type previewNotice,
  type removeNotice,
  type subjectRights,
} from '../../../shared/privacyNotice/schema.ts';
import type { ListUncovered, UncoveredApplication } from '../../../shared/privacyNotice/uncovered.ts';
import { basesOf, RIGHT_PHRASES } from '../../../shared/privacyNotice/text/rights.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { transition, type Workflow } from '../../platform/workflow/workflow.ts';
import * as catalogue from '../catalogue/service.ts';
import * as dataRight from '../dataRight/service.ts';
import { pauseClocks, resumeClocks } from './clocks/days.ts';
import { composed } from './compose.ts';
import { listUncovered } from './coverage.ts';
import { driftOf, judge, ofReferences } from './drift.ts';
import { stopMailings } from './mailing/stopping.ts';
import * as queries from './queries.ts';
import * as registerQueries from './registerQueries.ts';
import * as versionQueries from './versionQueries.ts';
import { assertPresent, noticeRecord, todayOf } from './record.ts';
import { type listVersions } from '../../../shared/versions.ts';

export const { get, update, publish } = noticeRecord;
const { existing, insert, locked } = noticeRecord;

export const list = (ctx: WorkspaceContext, input: ListNotices): Promise<List<NoticeItem>> =>
  ctx.read((trx) => queries.list(trx, ctx.workspace.id, { ...input, today: todayOf(ctx) }));

/** Published applications that no notice in force covers. */
export const uncovered = (ctx: WorkspaceContext, input: ListUncovered): Promise<List<UncoveredApplication>> =>
  ctx.read((trx) => listUncovered(trx, ctx.workspace.id, { ...input, today: todayOf(ctx) }));

/** Groups of the built-in catalogue that each kind of notice addresses, by their Thai names. */
const GROUPS: Readonly<Record<NoticeKind, readonly string[]>> = {
  customer: ['ลูกค้า', 'ผู้สนใจสินค้าหรือบริการ', 'ผู้ป่วย', 'นักเรียนและนักศึกษา', 'ผู้เยาว์'],
  employee: ['พนักงานและลูกจ้าง', 'อดีตพนักงาน', 'ญาติและผู้ติดต่อ'],
  applicant: ['ผู้สมัครงาน'],
  visitor: ['ผู้มาติดต่อ'],
  vendor: ['คู่ค้าและผู้รับจ้าง', 'กรรมการและผู้ถือหุ้น'],
  website: ['ผู้ใช้เว็บไซต์และแอปพลิเคชัน'],
};

/**
 * Creates a notice with suggestions from the published register of a data controller for its kind: the applications
 * whose purposes or data mappings name such groups, the rights that apply, the measures in force, and the data
 * protection officer. `applicationId`: of this application alone, whatever groups it names.
 * @throws 400 without such a data controller, or a published application of it
 */
export function create(
  ctx: WorkspaceContext,
  { name, kind, dataControllerId, applicationId }: z.output<typeof createNotice>,
): Promise<Notice> {
  return ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const controller = await registerQueries.controller(trx, workspaceId, dataControllerId);
    if (!controller) throw appError('BAD_REQUEST', { at: 'dataControllerId', text: 'errors:choice' });
    const [groups, isOwn, officer] = await Promise.all([
      registerQueries.groupsNamed(trx, workspaceId, GROUPS[kind]),
      applicationId === undefined || registerQueries.isPublishedOf(trx, workspaceId, dataControllerId, applicationId),
      registerQueries.officerOf(trx, workspaceId),
    ]);
    if (!isOwn) throw appError('BAD_REQUEST', { at: 'applicationId', text: 'errors:choice' });
    const groupIds = groups.map(({ id }) => id);
    const suggestion = await suggestedOf(trx, ctx, {
      kind,
      dataControllerId,
      groupIds,
      applications: applicationId
        ? [{ id: applicationId }]
        : await registerQueries.applicationsForGroups(trx, workspaceId, dataControllerId, groupIds),
      isChosen: applicationId !== undefined,
    });
    const draft = noticeDraft.parse({
      name,
      organization: { name: controller.name, address: controller.address },
      dpo: officer ? { name: officer.name, email: officer.email, phone: officer.phone } : {},
      ...suggestion,
    });
    return insert(trx, ctx, draft, { kind, dataControllerId });
  });
}

/** The register's suggestions for a new notice. */
async function suggestedOf(
  trx: Parameters<typeof composed>[0],
  ctx: WorkspaceContext,
  {
    kind,
    dataControllerId,
    groupIds,
    applications,
    isChosen,
  }: {
    kind: NoticeKind;
    dataControllerId: string;
    groupIds: string[];
    applications: readonly { id: string }[];
    /** All of them belong to the notice, even where none of them names such a group. */
    isChosen: boolean;
  },
) {
  const chosen = applications.map(({ id }) => ({ id, groupIds, bases: [] }));
  const of = (draft: object) =>
    composed(trx, ctx, {
      id: ctx.workspace.id,
      kind,
      dataController: { id: dataControllerId },
      draft: noticeDraft.parse({ name: '-', ...draft }),
      publishedVersion: 0,
    });
  const { applications: offers } = await of({ applications: chosen });
  const fitting = offers
    .map(({ id, groups }) => ({
      id,
      groupIds: groups.map((group) => group.id).filter((group) => groupIds.includes(group)),
      bases: [],
    }))
    .filter((application) => isChosen || application.groupIds.length > 0);
  const { applyingRights } = await of({ applications: fitting });
  const measures = await registerQueries.measuresOf(
    trx,
    ctx.workspace.id,
    fitting.map(({ id }) => id),
  );
  return { applications: fitting, rights: { codes: applyingRights }, measures: { ids: measures } };
}

/** The text of an unsaved draft. @throws 404; 400 by field where it names something that the workspace does not have */
export const preview = (ctx: WorkspaceContext, { id, draft }: z.output<typeof previewNotice>): Promise<NoticePreview> =>
  ctx.read(async (trx) => {
    const found = await queries.find(trx, ctx.workspace.id, id, todayOf(ctx));
    if (!found) throw appError('NOT_FOUND');
    await assertPresent(trx, ctx, draft);
    const { approval: _, ...text } = await composed(trx, ctx, { ...found, draft });
    return text;
  });

/**
 * Deletes a notice that was never published; a published one is withdrawn, and its versions stay.
 * @throws 404, 409 `staleEdit`, `illegalMove`, `privacyNotice.ofConsentForm`
 */
export async function remove(
  ctx: WorkspaceContext,
  { id, rowVersion }: z.output<typeof removeNotice>,
): Promise<{ id: string }> {
  const notice = await get(ctx, { id });
  await assertNewest(notice, rowVersion);
  if (notice.publishedVersion === 0) return noticeRecord.remove(ctx, { id });
  return ctx.transaction(async (trx) => {
    const found = await locked(trx, ctx, id, rowVersion);
    const forms = await queries.consentFormsLeadingTo(trx, ctx.workspace.id, id, todayOf(ctx));
    if (forms.length > 0)
      throw appError('privacyNotice.ofConsentForm', {
        values: { names: forms.map(({ name }) => name).join(', ') },
        details: { consents: forms },
      });
    await transition(trx, actorOf(ctx), offerWorkflow, found, 'withdraw', {});
    await ofReferences(trx, actorOf(ctx), id);
    return { id };
  });
}

/**
 * Publishes a withdrawn notice again, as it differs from the register by now. @throws 404, 409 `illegalMove`,
 * `staleEdit`
 */
export const restore = (ctx: WorkspaceContext, { id, rowVersion }: z.output<typeof moveNotice>): Promise<Notice> =>
  ctx.transaction(async (trx) => {
    const found = await locked(trx, ctx, id, rowVersion);
    await transition(trx, actorOf(ctx), offerWorkflow, found, 'restore', {});
    await judge(trx, actorOf(ctx), [id]);
    await ofReferences(trx, actorOf(ctx), id);
    return existing(trx, ctx, id);
  });

interface OfferMoves {
  table: 'privacyNotices';
  record: Notice;
  state: 'offered' | 'withdrawn';
  action: 'withdraw' | 'restore';
  actor: Caller;
  inputs: { withdraw: object; restore: object };
  facts: object;
  notice: object;
}

const offerWorkflow: Workflow<OfferMoves> = {
  table: 'privacyNotices',
  machine: noticeOffer,
  stateOf: ({ withdrawn }) => (withdrawn ? 'withdrawn' : 'offered'),
  column: { name: 'withdrawn', valueOf: (state) => state === 'withdrawn' },
  announce: ({ trx, actor, before: { id, name } }, event) => emit(trx, actor, { event, entityId: id, subject: name }),
  moves: {
    withdraw: {
      event: 'privacyNotice.withdrawn',
      effects: async ({ trx, actor, before: { id } }) => {
        const { workspaceId, at } = actor;
        await pauseClocks(trx, { workspaceId, id, at });
        await stopMailings(trx, actor, id);
      },
    },
    restore: {
      event: 'privacyNotice.reoffered',
      effects: async ({ trx, actor, before: { id } }) => {
        const { workspaceId, at } = actor;
        await resumeClocks(trx, { workspaceId, id, at });
      },
    },
  },
};

/** The differences between the register and the newest version. @throws 404 */
export const drift = (ctx: WorkspaceContext, { id }: { id: string }) =>
  ctx.read(async (trx) => {
    const found = await queries.find(trx, ctx.workspace.id, id, todayOf(ctx));
    if (!found) throw appError('NOT_FOUND');
    return driftOf(trx, ctx, found);
  });

/** Published versions, newest first. @throws 404 */
export const versions = (
  ctx: WorkspaceContext,
  { id, ...input }: z.output<typeof listVersions>,
): Promise<List<NoticeVersionItem>> =>
  ctx.read(async (trx) => {
    const page = await versionQueries.listVersions(trx, ctx.workspace.id, id, input);
    if (page.meta.totalItems === 0 && !(await queries.find(trx, ctx.workspace.id, id, todayOf(ctx))))
      throw appError('NOT_FOUND');
    return page;
  });

/** The content of one version. @throws 404 */
export const version = (ctx: WorkspaceContext, { id, v }: { id: string; v: number }) =>
  ctx.read(async (trx) => {
    const found = await versionQueries.findVersion(trx, ctx.workspace.id, id, { version: v });
    if (!found) throw appError('NOT_FOUND');
    return { ...found, privacyNoticeId: id, content: noticeContent.parse(found.content) };
  });

/**
 * The rights of the act, with the lawful bases under which each applies, then the active ones of the workspace's own.
 */
export const rights = (ctx: WorkspaceContext): Promise<z.output<typeof subjectRights>> =>
  ctx.read(async (trx) => {
    const own = await dataRight.ownActive(trx, ctx.workspace.id);
    return {
      collection: [
        ...RIGHT_CODES.map((key) => {
          const { th, en, section } = RIGHT_PHRASES[key];
          return { key, th, en, section, bases: basesOf(key) };
        }),
        ...own.map(({ id: key, name }) => ({ key, th: name.th, en: name.en || name.th, section: null, bases: [] })),
      ],
    };
  });

/** Security measures of the catalogue. */
export const measures = async (ctx: WorkspaceContext, input: z.output<typeof listNoticeMeasures>) => {
  const page = await catalogue.listMeasures(ctx, input);
  return {
    ...page,
    collection: page.collection.map(({ id, name, builtIn }) => ({ id, th: name.th, en: name.en, builtIn })),
  };
};
