import type { z } from 'zod';
import { BANGKOK_OFFSET, startOf } from '../../../shared/bangkok.ts';
import { datesBetween } from '../../../shared/dayCount.ts';
import { DAY } from '../../../shared/duration.ts';
import { type ImportProblem, isExample } from '../../../shared/import/schema.ts';
import type { IssueLike } from '../../../shared/issues.ts';
import type { Locale } from '../../../shared/locale.ts';
import { groundsOf } from '../../../shared/request/grounds.ts';
import {
  type AgeBand,
  type Guardian,
  guardian as guardianRule,
  hasGuardianWhereNeeded,
  isReachable,
  requestedRights,
  type RequestedRight,
  type Subject,
  subject as subjectRule,
} from '../../../shared/request/schema.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import {
  EARLIEST_RECEIPT,
  type ImportedStage,
  type RequestField,
  type RequestMapping,
} from '../../../shared/requestImport/schema.ts';
import { LONG_TEXT_LIMIT, optionalText, requiredLine } from '../../../shared/text.ts';
import { momentOf } from '../../platform/imports/moment.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import { Cells } from './cells.ts';
import type { Form } from './form.ts';
import { ageBandOf, groundOf, isSame, languageOf, stageOf } from './words.ts';

const EARLIEST = Date.parse(startOf(EARLIEST_RECEIPT));
const referenceRule = requiredLine(200);
const detailRule = optionalText(LONG_TEXT_LIMIT);
const resolutionRule = optionalText(2000);
/** Between the rights of one request. */
const SEPARATOR = /[;|\n]/;

/** The content of one row; complete where the row has no problem, otherwise what could be read. */
export interface ReadRow {
  readonly row: number;
  readonly reference: string;
  readonly receivedAt: Date | null;
  readonly verifiedAt: Date | null;
  readonly closedAt: Date | null;
  readonly rights: readonly RequestedRight[];
  readonly stage: ImportedStage | null;
  /** Null: none is named. */
  readonly assigneeId: string | null;
  readonly groundCode: string | null;
  readonly resolution: string;
  readonly subject: Subject | null;
  readonly name: string;
  readonly ageBand: AgeBand | null;
  readonly guardian: Guardian | null;
  readonly language: Locale;
  readonly problems: ImportProblem[];
}
/** A row without a problem. */
export interface Candidate extends ReadRow {
  readonly receivedAt: Date;
  readonly stage: ImportedStage;
  readonly subject: Subject;
}
export const isRight = (row: ReadRow): row is Candidate => row.problems.length === 0;
/** Whether the row is only an example of how to fill in the table. */
export const skips = ({ cells }: TableRow): boolean => isExample(cells);

/**
 * Reads rows of requests by a mapping.
 * @param now later times are in the future, and refused
 */
export function requestReader(form: Form, { fields, dateOrder }: RequestMapping, now: Date) {
  /** A date of a cell; without a time it counts as not before the other two, as far as they are on the same day. */
  function date(
    cells: Cells,
    field: RequestField,
    receivedAt: Date | null,
    verifiedAt: Date | null = null,
  ): Date | null {
    const text = cells.text(field);
    const found = momentOf(text, '', dateOrder);
    if (typeof found === 'string') {
      cells.problem(field, found, { quotes: text });
      return null;
    }
    const at = notBefore(found.at, [receivedAt, verifiedAt]);
    if (at.getTime() > now.getTime()) cells.problem(field, 'future');
    else if (at.getTime() < EARLIEST) cells.problem(field, 'tooOld', { day: EARLIEST_RECEIPT });
    else if (receivedAt && at < receivedAt) cells.problem(field, 'beforeReceipt');
    else return at;
    return null;
  }

  return function read(row: TableRow): ReadRow {
    const cells = new Cells(row, fields);
    const text = (field: RequestField, rule: z.ZodType<string>): string => {
      const result = rule.safeParse(cells.text(field));
      if (result.success) return result.data;
      cells.refused(field, result.error.issues[0] as IssueLike);
      return '';
    };
    const reference = text('reference', referenceRule);
    const receivedAt = date(cells, 'receivedAt', null);
    const stage = readStage(cells);
    const isOver = stage === 'COMPLETE' || stage === 'CLOSED';
    const verifiedAt =
      stage === 'VERIFY' || cells.text('verifiedAt') === '' ? receivedAt : date(cells, 'verifiedAt', receivedAt);
    const closedAt = isOver ? date(cells, 'closedAt', receivedAt, verifiedAt) : null;
    // It would be anonymised at once; and one that was anonymised before would be counted again.
    if (closedAt && closedAt < form.retainedSince) cells.problem('closedAt', 'pastRetention');
    if (!isOver && stage && cells.text('closedAt') !== '') cells.problem('closedAt', 'notClosed');
    if (closedAt && verifiedAt && verifiedAt > closedAt) cells.problem('verifiedAt', 'afterClosing');
    const offered = readRights(cells, form.content);
    const detail = text('detail', detailRule);
    const rights = offered.map(({ id }) => ({
      rightRequestId: id,
      selectedRightRequestOptions: [],
      additionalRequestOption: '',
      requestDetail: detail,
    }));
    const issue = offered.length > 0 && requestedRights.safeParse(rights).error?.issues[0];
    if (issue) cells.refused('rights', issue as IssueLike);
    const ageBand = readAgeBand(cells);
    const guardian = readGuardian(cells);
    if (!hasGuardianWhereNeeded({ ageBand, guardian })) cells.problem('guardianFirstName', 'guardianNeeded');
    const subject = readSubject(cells);
    if (subject && !isReachable({ ageBand, subject }))
      cells.refused('email', { code: 'custom', path: ['email'], message: 'request:reachable' } as IssueLike);
    return {
      row: cells.row,
      reference,
      receivedAt,
      verifiedAt,
      closedAt,
      rights,
      stage,
      assigneeId: readAssignee(cells, form, stage),
      groundCode: readGround(cells, stage, offered),
      resolution: text('resolution', resolutionRule),
      subject,
      name: `${cells.text('firstName')} ${cells.text('lastName')}`.trim(),
      ageBand,
      guardian,
      language: readLanguage(cells),
      problems: cells.problems,
    };
  };
}

const startsDay = (at: Date): boolean => (at.getTime() + BANGKOK_OFFSET) % DAY === 0;

/** A date without a time, moved to the latest of these moments on the same day. */
function notBefore(at: Date, moments: readonly (Date | null)[]): Date {
  if (!startsDay(at)) return at;
  const times = moments.flatMap((one) => (one ? [one.getTime()] : []));
  return new Date(Math.max(at.getTime(), ...times.filter((time) => datesBetween(at.getTime(), time) === 0)));
}

function readStage(cells: Cells): ImportedStage | null {
  const text = cells.text('status');
  const stage = stageOf(text);
  if (!stage) cells.problem('status', text === '' ? 'noStatus' : 'status', { quotes: text });
  return stage ?? null;
}

type Offered = RequestFormContent['rights'][number];

function readRights(cells: Cells, { rights }: RequestFormContent): Offered[] {
  const words = cells
    .text('rights')
    .split(SEPARATOR)
    .map((word) => word.trim())
    .filter(Boolean);
  if (words.length === 0) cells.problem('rights', 'noRight');
  return words.flatMap((word) => {
    const found = rights.find(({ code, name }) => [code ?? '', name.th, name.en].some((one) => isSame(one, word)));
    if (!found) cells.problem('rights', 'right', { quotes: word });
    return found ?? [];
  });
}

function readAgeBand(cells: Cells): AgeBand | null {
  const text = cells.text('ageBand');
  if (text === '') return null;
  const band = ageBandOf(text);
  if (!band) cells.problem('ageBand', 'ageBand', { quotes: text });
  return band ?? null;
}

const SUBJECT = ['firstName', 'lastName', 'email', 'telephone', 'uid'] as const satisfies readonly RequestField[];
const phone = (text: string): string => text.replace(/[\s-]/g, '');

function readSubject(cells: Cells): Subject | null {
  const result = subjectRule.safeParse({
    firstName: cells.text('firstName'),
    lastName: cells.text('lastName'),
    email: cells.text('email'),
    telephone: phone(cells.text('telephone')),
    uid: cells.text('uid'),
  });
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    cells.refused(SUBJECT.find((field) => field === issue.path[0]) ?? 'firstName', issue as IssueLike);
  return null;
}

const GUARDIAN = {
  guardianFirstName: 'firstName',
  guardianLastName: 'lastName',
  guardianEmail: 'email',
  guardianTelephone: 'telephone',
} as const;
const GUARDIAN_FIELDS = Object.keys(GUARDIAN) as (keyof typeof GUARDIAN)[];

function readGuardian(cells: Cells): Guardian | null {
  if (GUARDIAN_FIELDS.every((field) => cells.text(field) === '')) return null;
  const result = guardianRule.safeParse({
    firstName: cells.text('guardianFirstName'),
    lastName: cells.text('guardianLastName'),
    email: cells.text('guardianEmail'),
    telephone: phone(cells.text('guardianTelephone')),
  });
  if (result.success) return result.data;
  for (const issue of result.error.issues)
    cells.refused(
      GUARDIAN_FIELDS.find((field) => GUARDIAN[field] === issue.path[0]) ?? 'guardianFirstName',
      issue as IssueLike,
    );
  return null;
}

/** The assignee; optional for an answered right. */
function readAssignee(cells: Cells, { assignees }: Form, stage: ImportedStage | null): string | null {
  const text = cells.text('assignee');
  if (stage !== 'WORK' && stage !== 'COMPLETE') return null;
  const found = assignees.get(text.toLowerCase());
  if (text === '' && stage === 'WORK') cells.problem('assignee', 'noAssignee');
  if (text !== '' && !found) cells.problem('assignee', 'assignee', { quotes: text });
  return found ?? null;
}

function readGround(cells: Cells, stage: ImportedStage | null, rights: readonly Offered[]): string | null {
  if (stage !== 'CLOSED') return null;
  const text = cells.text('ground');
  const code = groundOf(text);
  if (text === '') cells.problem('ground', 'noGround');
  else if (!code || !rights.every((right) => groundsOf(right.code).some((ground) => ground.code === code)))
    cells.problem('ground', 'ground', { quotes: text });
  else return code;
  return null;
}

function readLanguage(cells: Cells): Locale {
  const text = cells.text('language');
  const language = text === '' ? 'th' : languageOf(text);
  if (!language) cells.problem('language', 'language', { quotes: text });
  return language ?? 'th';
}
