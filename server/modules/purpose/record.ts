import type { Trx } from '../../../db/client.ts';
import { countriesOf } from '../../../shared/country.ts';
import { PURPOSE_KEYS, wordsOf } from '../../../shared/purpose/fields.ts';
import {
  draftOf,
  type Purpose,
  type PurposeContent,
  type PurposeDraft,
  purposeDraft,
  type PurposeProblem,
  purposeProblems,
  purposeStatus,
} from '../../../shared/purpose/schema.ts';
import type { TextOf } from '../../../shared/registry/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { recordsPublished } from '../../platform/records/listener.ts';
import { logFields } from '../../platform/records/log.ts';
import { versioned } from '../../platform/records/versioned.ts';
import { wrongChoices } from '../catalogue/service.ts';
import * as completeness from '../completeness/service.ts';
import { mayChoose } from '../piiCategory/service.ts';
import { columnsOf, writeLists } from './draftQueries.ts';
import * as queries from './queries.ts';

/** Purposes start as drafts; what publishing requires beyond that is in their `problems`. */
export const purposeRecord = versioned({
  table: 'purposes',
  machine: purposeStatus,
  versions: { table: 'purposeVersions', owner: 'purposeId' },
  content: purposeDraft,
  events: {
    created: 'purpose.created',
    updated: 'purpose.updated',
    removed: 'purpose.removed',
    published: 'purpose.published',
  },
  read,
  draftOf: ({ content }: Purpose) => draftOf(content),
  subject: ({ content }: Purpose) => content.title.th,
  changes: (before: Purpose, after: Purpose) => changesBetween(logged(before.content), logged(after.content)),
  columns: columnsOf,
  complete: recognised,
  comparable,
  check: assertPresent,
  write: (trx, ctx, id, draft, edit) => writeLists(trx, { workspaceId: ctx.workspace.id, id }, draft, edit?.stored),
  // Publishing an application locks it first, then its purposes.
  lockFirst: (trx, ctx, id) => completeness.lockTouched(trx, ctx.workspace.id, { purposeIds: [id] }),
  changed: async (trx, ctx, id, edit) => {
    // A new one is in no application yet.
    if (!edit) return;
    const applicationIds = await completeness.touchedBy(trx, ctx.workspace.id, { purposeIds: [id] });
    await completeness.applicationsChanged(trx, actorOf(ctx), applicationIds);
  },
  removing: assertUnused,
  problems: ({ problems }: Purpose) => (problems.length > 0 ? { code: 'purpose.incomplete', problems } : null),
  freeze: async (_trx, _ctx, _id, { content }) => ({ content }),
  published: (trx, ctx, id) => recordsPublished(trx, actorOf(ctx), 'purpose', [id]),
});

/** A purpose with what is missing for publishing. */
async function read(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Purpose | undefined> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) return undefined;
  const { responsibleLeft, ...purpose } = found;
  const sensitive = new Set(purpose.content.piiCategories.filter((own) => own.sensitive).map((own) => own.id));
  const problems = purposeProblems(draftOf(purpose.content), {
    isSensitive: (categoryId) => sensitive.has(categoryId),
    hasLeft: () => responsibleLeft,
  });
  return { ...purpose, problems };
}

/**
 * @throws 409 `purpose.inUse` naming the applications that use it, in the draft or in the newest version;
 * `purpose.inConsent` naming the consent forms that ask for it or did
 */
async function assertUnused(trx: Trx, ctx: WorkspaceContext, id: string, { applications }: Purpose): Promise<void> {
  const inUse = (text: TextOf<'purpose.inUse'>, users: Purpose['applications']) =>
    appError('purpose.inUse', {
      text,
      values: { names: users.map(({ name }) => name).join(', ') },
      details: { applications: users },
    });
  if (applications.length > 0) throw inUse('purpose:inUse', applications);
  const published = await queries.publishedIn(trx, ctx.workspace.id, id);
  if (published.length > 0) throw inUse('purpose:inPublished', published);
  const forms = await queries.consentFormsAsking(trx, ctx.workspace.id, id);
  if (forms.length > 0)
    throw appError('purpose.inConsent', {
      values: { names: forms.map(({ name }) => name).join(', ') },
      details: { consents: forms },
    });
}

/**
 * Refuses references to records that the workspace does not have, field by field; foreign keys would only report that
 * something is wrong. References of `stored` stay valid even if they can no longer be chosen: an inactive category, a
 * suspended person.
 */
async function assertPresent(
  trx: Trx,
  ctx: WorkspaceContext,
  draft: PurposeDraft,
  edit?: { stored: PurposeDraft },
): Promise<void> {
  const stored = edit?.stored;
  const ws = ctx.workspace.id;
  const problems: PurposeProblem[] = [];
  const check = (ok: boolean, path: (string | number)[]) => {
    if (!ok) problems.push({ path, key: 'errors:choice' });
  };
  const wrong = await wrongChoices(trx, ws, [
    ...wordsOf(draft),
    {
      field: 'responsibleDepartmentId',
      kind: 'department',
      ids: draft.responsibleDepartmentId ? [draft.responsibleDepartmentId] : [],
    },
  ]);
  for (const field of wrong) check(false, [field]);
  const all = async (table: Parameters<typeof queries.present>[1], field: string, ids: readonly string[]) => {
    const there = await queries.present(trx, table, ws, ids);
    check(
      ids.every((id) => there.has(id)),
      [field],
    );
  };
  await all('purposeCategories', 'purposeCategoryId', draft.purposeCategoryId ? [draft.purposeCategoryId] : []);
  check(await mayChoose(trx, ws, draft.piiCategoryIds, stored?.piiCategoryIds ?? []), ['piiCategoryIds']);
  const { responsiblePersonnelId: responsible } = draft;
  check(
    !responsible || responsible === stored?.responsiblePersonnelId || (await queries.mayAnswer(trx, ws, responsible)),
    ['responsiblePersonnelId'],
  );
  await all('applications', 'internalApplicationIds', draft.internalApplicationIds);
  if (problems.length > 0) throw appError('BAD_REQUEST', { issues: problems });
}

/**
 * Matches third parties without an id, as REST clients can send them, to stored ones of the same name and countries, or
 * otherwise of the same name and one of the countries.
 */
function recognised(draft: PurposeDraft, stored?: PurposeDraft): PurposeDraft {
  const free = stored?.thirdParties.filter(({ id }) => !draft.thirdParties.some((party) => party.id === id)) ?? [];
  const identified = (isSame: (one: ThirdParty, other: ThirdParty) => boolean) => (party: ThirdParty) => {
    if (party.id) return party;
    const known = free.findIndex((one) => one.name === party.name && isSame(one, party));
    return known < 0 ? party : { ...party, id: free.splice(known, 1)[0]!.id };
  };
  const thirdParties = draft.thirdParties
    .map(identified((one, other) => placesOf(one) === placesOf(other)))
    .map(identified((one, other) => one.countries.some((country) => other.countries.includes(country))));
  return { ...draft, thirdParties };
}

type ThirdParty = PurposeDraft['thirdParties'][number];
const placesOf = ({ countries }: ThirdParty): string => countries.toSorted().join(' ');

/** The draft with its lists of ids sorted, since their order has no meaning. */
function comparable(draft: PurposeDraft): Record<string, unknown> {
  const sorted = ([field, value]: [string, unknown]) => [
    field,
    field.endsWith('Ids') && Array.isArray(value) ? value.toSorted() : value,
  ];
  return Object.fromEntries(Object.entries(draft).map(sorted));
}

/** The content in the activity log, in the order of the form; the responsible person by id only. */
const logged = (content: PurposeContent) =>
  logFields(Object.fromEntries(PURPOSE_KEYS.map((key) => [key, content[key]])) as PurposeContent, {
    retention: ({ indefinite, amount, unit, startEvent, startNote, note }) => ({
      retentionIndefinite: indefinite,
      retentionAmount: amount,
      retentionUnit: unit,
      retentionStartEvent: startEvent,
      retentionStartNote: startNote,
      retentionNote: note,
    }),
    responsiblePersonnel: (person) => ({ responsiblePersonnelId: person?.id ?? null }),
    thirdParties: (parties) => ({
      thirdParties: parties.map(({ name, contract, contractExpiresOn, safeguard, ...places }) =>
        [`${name} (${countriesOf(places).join(', ')})`, contract, contractExpiresOn, safeguard]
          .filter(Boolean)
          .join(' · '),
      ),
    }),
    legitimateInterest: (answers) => ({ legitimateInterest: answers && JSON.stringify(answers) }),
  });
