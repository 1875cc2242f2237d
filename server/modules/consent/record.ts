import type { Trx } from '../../../db/client.ts';
import {
  type Consent,
  type ConsentContent,
  type ConsentDraft,
  consentProblems,
  consentStatus,
  PURPOSES_EVER,
  updateConsent,
} from '../../../shared/consent/schema.ts';
import type { EditorialChange } from '../../../shared/consent/publish.ts';
import { refusal } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { appError } from '../../platform/errors.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { type Change, changesBetween } from '../../platform/live/emit.ts';
import { type Incomplete, versioned } from '../../platform/records/versioned.ts';
import { bitsFit, contentOf, isNewest, isOutdated, logged } from './content.ts';
import { insertEditorialChanges, publishEffect, requireReworded } from './editorial.ts';
import { picture } from './files.ts';
import * as notices from './noticeQueries.ts';
import * as purposes from './purposeQueries.ts';
import * as queries from './queries.ts';

/** Today, and whether the caller can read how many submissions a form has. */
export const readingOf = (ctx: WorkspaceContext) => ({
  day: bangkokDay(ctx.deps.now()),
  counted: refusal(ctx.standing, 'consent.dashboard') === null,
});

/** Options of publishing. */
interface PublishOptions {
  editorial?: EditorialChange | undefined;
}

const unchanged = ({ publishedVersion: version }: Consent) => appError('consent.unchanged', { values: { version } });

/** What is published stays in force while its next version is a draft; the name is not part of a version. */
export const consentRecord = versioned({
  table: 'consents',
  machine: consentStatus,
  versions: { table: 'consentVersions', owner: 'consentId' },
  content: updateConsent.omit({ ws: true, id: true, rowVersion: true }),
  events: { created: 'consent.created', updated: 'consent.updated', published: 'consent.published' },
  read,
  draftOf: ({ name, draft }: Consent) => ({ name, ...draft }),
  subject: ({ name }: Consent) => name,
  changes,
  columns: ({ name, ...draft }) => ({ name, content: JSON.stringify(draft) }),
  check: async (trx, ctx, draft) => {
    await holdPurposes(trx, ctx, draft);
    await assertNotice(trx, ctx, draft);
  },
  write: async (trx, ctx, id, draft, edit) => {
    if (edit) await keepPictures(trx, ctx, id, edit.stored, draft);
    else await queries.insertCounters(trx, ctx.workspace.id, id);
  },
  // Saving a form without a change also starts the next version, if what it refers to has changed.
  reopens: ({ before, changed }) => before.outdated || changed.some((field) => field !== 'name'),
  notDraft: unchanged,
  freeze,
  published: async (trx, ctx, id, { version, content }, { editorial }: PublishOptions) => {
    await purposes.insertBits(trx, ctx.workspace.id, id, content.purposes);
    if (editorial)
      await insertEditorialChanges(trx, { workspaceId: ctx.workspace.id, consentId: id, version }, editorial);
  },
});

/**
 * The content of the next version, which is in force from its first day on.
 * @throws 400 at an editorial change of a purpose that is not reworded, 409 `consent.unchanged` when it would equal the
 * newest version, `consent.tooManyPurposes` when the form has asked for too many purposes in total
 */
async function freeze(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  form: Consent,
  { editorial }: PublishOptions,
): Promise<{ content: ConsentContent; columns: object } | Incomplete> {
  const ws = ctx.workspace.id;
  const chosen = form.draft.purposes.map(({ purposeId }) => purposeId);
  await purposes.hold(trx, ws, chosen);
  const lawful = await purposes.lawfulOf(trx, ws, chosen);
  const { showPrivacyPolicy, privacyNoticeId } = form.draft;
  const hasNotice =
    showPrivacyPolicy &&
    privacyNoticeId !== '' &&
    (await notices.holdNotice(trx, ws, privacyNoticeId, bangkokDay(ctx.deps.now())));
  const problems = consentProblems(
    form.draft,
    (purposeId) => lawful.has(purposeId),
    () => hasNotice,
    bangkokDay(ctx.deps.now()),
  );
  if (problems.length > 0)
    return lawful.size === 0 ? { code: 'consent.noLawfulPurpose', problems } : { code: 'consent.incomplete', problems };
  const content = await contentOf(trx, ctx, form, lawful);
  if (form.publishedVersion > 0 && (await isNewest(trx, ctx, form, content))) throw unchanged(form);
  if (!bitsFit(content)) throw appError('consent.tooManyPurposes', { values: { limit: PURPOSES_EVER } });
  if (editorial)
    requireReworded(
      editorial,
      await publishEffect(trx, { workspaceId: ws, consentId: id }, content.purposes, editorial.purposeIds),
    );
  const { effectiveFrom, effectiveTo } = content;
  return { content, columns: { effectiveFrom, effectiveTo } };
}

function changes(before: Consent, after: Consent): Change[] {
  const names = new Map([...before.purposes, ...after.purposes].map((purpose) => [purpose.id, purpose.title.th]));
  const nameOf = (purposeId: string) => names.get(purposeId) ?? '';
  return changesBetween(logged(before, nameOf), logged(after, nameOf));
}

/** Locks the purposes that a draft names. @throws 400 naming those that do not exist */
async function holdPurposes(trx: Trx, ctx: WorkspaceContext, draft: ConsentDraft): Promise<void> {
  const there = await purposes.hold(
    trx,
    ctx.workspace.id,
    draft.purposes.map(({ purposeId }) => purposeId),
  );
  const unknown = draft.purposes.flatMap(({ purposeId }, index) =>
    there.has(purposeId) ? [] : [{ path: ['purposes', index, 'purposeId'], key: 'errors:choice' }],
  );
  if (unknown.length > 0) throw appError('BAD_REQUEST', { issues: unknown });
}

/** The notice that a draft names. */
async function noticeOf(trx: Trx, ctx: WorkspaceContext, draft: ConsentDraft): Promise<Consent['notice']> {
  if (draft.privacyNoticeId === '') return null;
  return (await notices.findNotice(trx, ctx.workspace.id, draft.privacyNoticeId, bangkokDay(ctx.deps.now()))) ?? null;
}

/** @throws 400 at a notice that the workspace does not have */
async function assertNotice(trx: Trx, ctx: WorkspaceContext, draft: ConsentDraft): Promise<void> {
  if (draft.privacyNoticeId !== '' && !(await noticeOf(trx, ctx, draft)))
    throw appError('BAD_REQUEST', { issues: [{ path: ['privacyNoticeId'], key: 'errors:choice' }] });
}

/** Attaches the pictures of a draft to its version. */
async function keepPictures(
  trx: Trx,
  ctx: WorkspaceContext,
  consentId: string,
  before: ConsentDraft,
  draft: ConsentDraft,
): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const [old, now] = [before.theme.logoIds, draft.theme.logoIds];
  const added = now.filter((fileId) => !old.includes(fileId));
  const removed = old.filter((fileId) => !now.includes(fileId));
  for (const fileId of added)
    await attachFile(trx, picture, {
      workspaceId,
      ownerId: consentId,
      fileId,
      by: ctx.personnel.id,
      field: 'theme.logoIds',
    });
  const published = await queries.publishedPictures(trx, workspaceId, consentId, removed);
  for (const fileId of removed)
    if (!published.has(fileId)) await releaseFile(trx, picture, { workspaceId, ownerId: consentId, fileId });
}

/** A form with its draft and what is missing for publishing. */
async function read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Consent | undefined> {
  const ws = ctx.workspace.id;
  const found = await queries.find(trx, ws, id, readingOf(ctx));
  if (!found) return undefined;
  const chosen = found.draft.purposes.map(({ purposeId }) => purposeId);
  const lawful = await purposes.lawfulOf(trx, ws, chosen);
  const names = await purposes.namesOf(
    trx,
    ws,
    chosen.filter((purposeId) => !lawful.has(purposeId)),
  );
  const notice = await noticeOf(trx, ctx, found.draft);
  const none = { th: '', en: '' };
  return {
    ...found,
    notice,
    purposes: chosen.map((purposeId) => {
      const { title, description } = lawful.get(purposeId) ??
        names.get(purposeId) ?? { title: none, description: none };
      return { id: purposeId, title, description, lawful: lawful.has(purposeId) };
    }),
    problems: consentProblems(
      found.draft,
      (purposeId) => lawful.has(purposeId),
      () => notice?.inForce === true,
      bangkokDay(ctx.deps.now()),
    ),
    outdated: await isOutdated(trx, ctx, found, lawful),
  };
}
