import { z } from 'zod';
import { hasBit } from '../../../shared/purpose/bits.ts';
import { userConsentFilters } from '../../../shared/userConsent/schema.ts';
import {
  purposeOfColumn,
  type SheetColumn,
  sheetColumns,
  type UserConsentColumn,
  writeAction,
  writeAnswer,
  writeChanged,
  writeKnownBy,
  writeTime,
} from '../../../shared/userConsent/sheet.ts';
import { type NoticeRead, noticesOfForm } from '../consent/notice.ts';
import { type FilterStatements, statedFilters } from '../../platform/exports/filters.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { translate } from '../../platform/i18n.ts';
import { expiryOf, type Form, type FormPurpose, formOf, purposesOf, type FormVersion } from './forms.ts';
import { type ExportedRow, pagesOfSubmissions } from './exportRows.ts';
import { logReading } from './reads.ts';
import { uidHash } from './record.ts';
import { reading } from './service.ts';
import { recordedIn } from './recordedIn.ts';
import { narrowing, totalOf } from './walk.ts';
import { type ExportJob, type ExportMaker, ExportProblem } from '../../platform/exports/maker.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { fileNameOf, titleOf } from '../../platform/exports/texts.ts';
import { type Cell, type Column, Pages, type Sheet } from '../../platform/exports/sheet.ts';
import { canGoOn, progressOf, tableOf } from '../../platform/exports/table.ts';
import { bilingualNameOf } from '../../platform/records/names.ts';

/**
 * `subject`: the keyed hash of the requested uid, which itself is not stored. `recorded`: only those recorded in this
 * period, `to` excluded, whatever time they are of.
 */
const input = userConsentFilters.extend({
  subject: z.base64url().length(43).optional(),
  recorded: z.object({ from: z.iso.datetime().optional(), to: z.iso.datetime() }).optional(),
});
type Input = z.output<typeof input>;
type Job = ExportJob<Input>;

/** Columns of a single submission; the others belong to its kind. */
const OF_THE_ROW: ReadonlySet<SheetColumn['key']> = new Set([
  'uid',
  'name',
  'at',
  'guardianFirstName',
  'guardianLastName',
  'guardianEmail',
  'guardianTelephone',
  'id',
  'notice',
  'noticeSha256',
] satisfies UserConsentColumn[]);
const word = ({ locale }: Job, key: string, values: Record<string, unknown> = {}): string =>
  translate(locale, `userConsentSheet:${key}`, values);

/** The filters of the rows, in words. */
const FILTERS: FilterStatements<Input> = {
  version: (version, job) => word(job, 'filter.version', { version }),
  action: (action, job) =>
    action === 'CHANGED'
      ? word(job, 'filter.changed')
      : `${word(job, 'heading.action')}: ${writeAction(action, job.locale)}`,
  async purposeId(id, job) {
    const name = await job.transaction((trx) => bilingualNameOf(trx, job.workspace.id, ['purposes', 'title'], id));
    return word(job, 'filter.purpose', { title: name ? name[job.locale] || name.th : id });
  },
  source: (source, job) => (source === '' ? word(job, 'filter.noSource') : word(job, 'filter.source', { source })),
  from: (from, job) => periodText(job, from, job.input.to),
  // With the first moment, where there is one.
  to: (to, job) => (job.input.from ? null : periodText(job, undefined, to)),
  recorded: ({ from, to }, job) => periodText(job, from, to),
  // Only stored as `subject`.
  uid: null,
  subject: (_, job) => word(job, 'filter.oneSubject'),
};

function periodText(job: Job, from: string | undefined, to: string | undefined): string {
  const time = (text: string | undefined) => (text ? timeText(job.locale, new Date(text)) : '…');
  return word(job, 'filter.period', { from: time(from), to: time(to) });
}

/**
 * The history of one form under the filters of its list, oldest first: every submission that existed when the export
 * was requested.
 */
export const userConsents: ExportMaker<Input> = {
  input: input as unknown as z.ZodType<Input>,
  filters: FILTERS,
  async admitted(ctx, { uid, ...rest }, subjectId) {
    if (!uid || !subjectId) return rest;
    const { form, hash } = await reading(ctx, async (trx) => ({
      form: await formOf(trx, ctx.workspace.id, subjectId),
      hash: uidHash(await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id), uid),
    }));
    await logReading(ctx, hash, [form]);
    return { ...rest, subject: hash.toString('base64url') };
  },
  resumes: async (job, position) => {
    const columns = columnsOf(job, (await factsOf(job)).purposes);
    const headings = columns.map(({ heading }) => heading);
    return canGoOn(job, position, headings);
  },
  fileName: (job) => fileNameOf(job, `${word(job, 'title')} ${job.subject}`),
  async make(job) {
    const facts = await factsOf(job);
    const columns = columnsOf(job, facts.purposes);
    const sheet = await sheetOf(job, facts, columns);
    const { after, done } = progressOf<string>(job);
    let written = done;
    const rows = new Pages(watched(job, facts, done, after ?? undefined));
    return tableOf(job, sheet, rows, ({ id }, count) => ({ after: id, done: (written += count) }));
  },
};

interface Facts {
  readonly form: Form;
  readonly purposes: readonly FormPurpose[];
  readonly key: WorkspaceKey;
  /** The version of a notice that was in force at the time of a consent. */
  readonly noticeAt: Awaited<ReturnType<typeof noticesOfForm>>;
}

const factsOf = (job: Job): Promise<Facts> =>
  job.transaction(async (trx) => {
    const { id: ws } = job.workspace;
    const form = await formOf(trx, ws, job.subjectId ?? '').catch(() => {
      throw new ExportProblem('subjectGone');
    });
    return {
      form,
      purposes: await purposesOf(trx, ws, form),
      key: await job.deps.keyring.workspaceKey(trx, ws),
      noticeAt: await noticesOfForm(trx, ws, form.id),
    };
  });

const columnsOf = (job: Job, purposes: readonly FormPurpose[]): SheetColumn[] => sheetColumns(job.locale, purposes);

/** The submissions after `last`, page by page. */
async function* watched(
  job: Job,
  { form, key }: Facts,
  from: number,
  last: string | undefined,
): AsyncGenerator<ExportedRow[]> {
  const { id: ws } = job.workspace;
  // Up to the request: its own millisecond included.
  const requestedBefore = new Date(job.requestedAt.getTime() + 1).toISOString();
  const { subject, recorded, to, ...filters } = job.input;
  const until = { ...filters, to: to && Date.parse(to) < Date.parse(requestedBefore) ? to : requestedBefore };
  const { narrow, total } = await reading(job, async (trx) => {
    const all = await narrowing(
      trx,
      ws,
      form,
      until,
      subject === undefined ? undefined : Buffer.from(subject, 'base64url'),
    );
    const narrow = recorded ? await recordedIn(trx, all, recorded) : all;
    return { narrow, total: await totalOf(trx, narrow) };
  });
  let done = from;
  job.progress(done, total);
  for await (const rows of pagesOfSubmissions(job, {
    consentId: form.id,
    key,
    narrow,
    after: last,
    isFast: job.format === 'csv',
  })) {
    yield rows;
    done += rows.length;
    job.progress(done, Math.max(done, total));
  }
}

async function sheetOf(
  job: Job,
  { form, purposes, noticeAt }: Facts,
  columns: readonly SheetColumn[],
): Promise<Sheet<ExportedRow>> {
  const bits = new Map(purposes.map(({ id, bit }) => [id, bit]));
  const purposeIds = new WeakMap<FormVersion, Set<string>>();
  const asksFor = (version: FormVersion, purposeId: string): boolean => {
    let own = purposeIds.get(version);
    if (!own) purposeIds.set(version, (own = new Set(version.purposes.map(({ id }) => id))));
    return own.has(purposeId);
  };
  const noticeOf = ({ at, kind }: ExportedRow): NoticeRead | null =>
    noticeAt(kind.version.noticeId, { at, language: kind.language });
  const cells: Record<UserConsentColumn, (row: ExportedRow) => Cell> = {
    uid: ({ identity }) => identity.uid,
    name: ({ identity }) => identity.name,
    action: ({ kind }) => writeAction(kind.action, job.locale),
    version: ({ kind }) => kind.version.version,
    language: ({ kind }) => kind.language,
    source: ({ kind }) => kind.source,
    channel: ({ kind }) => kind.channel,
    at: ({ at }) => writeTime(at),
    guardianFirstName: ({ identity }) => identity.guardian?.firstName,
    guardianLastName: ({ identity }) => identity.guardian?.lastName,
    guardianEmail: ({ identity }) => identity.guardian?.email,
    guardianTelephone: ({ identity }) => identity.guardian?.telephone,
    expiresAt: ({ kind }) => expiryOf(kind.action, kind.version),
    changed: ({ kind }) => writeChanged(kind.changed, job.locale),
    knownBy: ({ kind }) => writeKnownBy(kind.knownBy, job.locale),
    id: ({ id }) => id,
    sha256: ({ kind }) => kind.version.sha256,
    notice(row) {
      const notice = noticeOf(row);
      return notice && word(job, 'noticeVersion', { name: notice.name, version: notice.version });
    },
    noticeSha256: (row) => noticeOf(row)?.sha256,
  };
  const cellOf = (key: SheetColumn['key']): ((row: ExportedRow) => Cell) => {
    const purposeId = purposeOfColumn(key);
    if (purposeId === undefined) return cells[key as UserConsentColumn];
    const bit = bits.get(purposeId)!;
    return ({ kind: { version, granted } }) => {
      const isAllowed = hasBit(granted, bit);
      return writeAnswer(asksFor(version, purposeId) ? isAllowed : isAllowed ? 'former' : undefined, job.locale);
    };
  };
  return {
    name: word(job, 'title'),
    title: titleOf(job, `${word(job, 'title')}: ${form.name}`, await statedFilters(job, userConsents)),
    kindOf: ({ kind }) => kind,
    columns: columns.map(({ key, heading, width }): Column<ExportedRow> => ({
      key,
      header: heading,
      width,
      value: cellOf(key),
      ...(OF_THE_ROW.has(key) ? {} : { ofKind: true }),
    })),
  };
}
