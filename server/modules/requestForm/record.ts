import type { Trx } from '../../../db/client.ts';
import {
  type RequestForm,
  type RequestFormContent,
  requestFormProblems,
  requestFormStatus,
  updateRequestForm,
} from '../../../shared/requestForm/schema.ts';
import { requestFormSettings } from '../../../shared/requestForm/settings.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { recordsChanged, recordsPublished } from '../../platform/records/listener.ts';
import { type Incomplete, versioned } from '../../platform/records/versioned.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as rights from '../dataRight/service.ts';
import { contentOf, isNewest, isOffered, isOutdated, logged } from './content.ts';
import { logo } from './files.ts';
import * as queries from './queries.ts';

/** Fields that are not part of what data subjects get. */
const INTERNAL = new Set<string>(['name', 'description', ...Object.keys(requestFormSettings.shape)]);

const content = updateRequestForm.omit({ ws: true, id: true, rowVersion: true }).extend(requestFormSettings.shape);

const unchanged = ({ publishedVersion: version }: RequestForm) =>
  appError('requestForm.unchanged', { values: { version } });

/** What is published stays in force while its next version is a draft. */
export const requestFormRecord = versioned({
  table: 'requestForms',
  machine: requestFormStatus,
  versions: { table: 'requestFormVersions', owner: 'requestFormId' },
  content,
  events: {
    created: 'requestForm.created',
    updated: 'requestForm.updated',
    published: 'requestForm.published',
    removed: 'requestForm.removed',
  },
  read,
  draftOf: ({ name, description, draft, settings }: RequestForm) => ({ name, description, ...draft, ...settings }),
  subject: ({ name }: RequestForm) => name,
  changes: (before: RequestForm, after: RequestForm) => changesBetween(logged(before), logged(after)),
  columns: ({ name, description, channels, allowedOrigins, jwtEnabled, drpEnabled, ...draft }) => ({
    name,
    description,
    content: JSON.stringify(draft),
    settings: JSON.stringify({ channels, allowedOrigins, jwtEnabled, drpEnabled }),
  }),
  check: async (trx, ctx, draft, edit) => {
    await holdRights(trx, ctx, draft.rightRequests);
    if (draft.jwtEnabled && !edit?.before.hasSecret) throw appError('requestForm.secretFirst', { at: 'jwtEnabled' });
  },
  write: async (trx, ctx, id, draft, edit) => {
    await keepLogo(trx, ctx, id, edit?.stored.logo ?? null, draft.logo);
  },
  changed: async (trx, ctx, id, edit) => {
    // Privacy notices lead to its own page while that takes requests.
    if (edit?.changed.includes('channels')) await recordsChanged(trx, actorOf(ctx), 'requestForm', [id]);
  },
  reopens: ({ before, changed }) => before.outdated || changed.some((field) => !INTERNAL.has(field)),
  notDraft: unchanged,
  freeze,
  published: (trx, ctx, id) => recordsPublished(trx, actorOf(ctx), 'requestForm', [id]),
  removing: async (trx, ctx, id, { publishedVersion }: RequestForm) => {
    if (publishedVersion > 0) throw appError('requestForm.published');
    await releaseFiles(trx, logo, { workspaceId: ctx.workspace.id, ownerIds: [id] });
  },
});

/** The content of the next version. @throws 409 `requestForm.unchanged` when it would equal the newest version */
async function freeze(
  trx: Trx,
  ctx: WorkspaceContext,
  _id: string,
  form: RequestForm,
): Promise<{ content: RequestFormContent } | Incomplete> {
  const offered = await rightsOf(trx, ctx, form);
  const problems = requestFormProblems(form.draft, isOffered(offered));
  if (problems.length > 0) return { code: 'requestForm.incomplete', problems };
  const frozen = await contentOf(trx, ctx, form, offered);
  if (form.publishedVersion > 0 && (await isNewest(trx, ctx, form, frozen))) throw unchanged(form);
  return { content: frozen };
}

const rightsOf = (trx: Trx, ctx: WorkspaceContext, { draft }: Pick<queries.FoundForm, 'draft'>) =>
  rights.hold(
    trx,
    ctx.workspace.id,
    draft.rightRequests.map(({ rightRequestId }) => rightRequestId),
  );

/** Locks the rights that a draft names. @throws 400 naming those that do not exist */
async function holdRights(
  trx: Trx,
  ctx: WorkspaceContext,
  offered: readonly { rightRequestId: string }[],
): Promise<void> {
  const there = await rights.hold(
    trx,
    ctx.workspace.id,
    offered.map(({ rightRequestId }) => rightRequestId),
  );
  const issues = offered.flatMap(({ rightRequestId }, index) =>
    there.has(rightRequestId) ? [] : [{ path: ['rightRequests', index, 'rightRequestId'], key: 'errors:choice' }],
  );
  if (issues.length > 0) throw appError('BAD_REQUEST', { issues });
}

/** Attaches the logo of a draft; one that a published version has stays. */
async function keepLogo(
  trx: Trx,
  ctx: WorkspaceContext,
  ownerId: string,
  before: string | null,
  now: string | null,
): Promise<void> {
  if (before === now) return;
  const workspaceId = ctx.workspace.id;
  if (now) await attachFile(trx, logo, { workspaceId, ownerId, fileId: now, by: ctx.personnel.id, field: 'logo' });
  if (before && !(await queries.isPublished(trx, workspaceId, ownerId, before)))
    await releaseFile(trx, logo, { workspaceId, ownerId, fileId: before });
}

/** A form with its draft and what is missing for publishing. */
async function read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<RequestForm | undefined> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) return undefined;
  const offered = await rightsOf(trx, ctx, found);
  return {
    ...found,
    rights: [...offered.values()].map(({ id: rightId, code, name, days, active }) => ({
      id: rightId,
      code,
      name,
      days,
      offered: active,
    })),
    problems: requestFormProblems(found.draft, isOffered(offered)),
    outdated: await isOutdated(trx, ctx, found, offered),
  };
}
