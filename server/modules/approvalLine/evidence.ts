import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { encodeQR } from 'qr';
import { type ApprovalLine, type ApprovalStep, recordDeleted } from '../../../shared/approvalLine/schema.ts';
import { versionKey } from '../../../shared/approvalLine/subject.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { readStored } from '../../platform/files/service.ts';
import { translate } from '../../platform/i18n.ts';
import {
  type Block,
  callout,
  type Column,
  type Enclosed,
  facts,
  heading,
  image,
  type Mark,
  paragraph,
  type ReportDocument,
  table,
} from '../../platform/documents/document.ts';
import * as queries from './queries.ts';
import * as documentQueries from './documentQueries.ts';
import { lineView } from './service.ts';

/** Pages of a document that are placed before its evidence; a longer document is only attached. */
const PAGES = 100;

export interface Evidence {
  line: ApprovalLine;
  organization: string;
  /** The document as it was submitted. */
  bytes: Buffer;
  type: string;
}

/** The content of a line's evidence. @throws 404 without a part in the line */
export async function evidenceOf(ctx: WorkspaceContext, id: string): Promise<Evidence> {
  const { line, organization, file } = await ctx.transaction(async (trx) => {
    const line = await lineView(trx, ctx, id);
    return {
      line,
      organization: await queries.organizationName(trx, ctx.workspace.id),
      file: await documentQueries.documentOf(trx, ctx.workspace.id, line.document.id),
    };
  });
  const bytes = await buffer(await readStored(ctx.deps, { ...file, size: Number(file.size) }));
  return { line, organization, bytes, type: file.type };
}

/** Pages of a PDF by its page tree; 0 for another type of file, and where the tree cannot be read as text. */
export function pagesOf(bytes: Buffer, type: string): number {
  if (type !== 'application/pdf') return 0;
  let most = 0;
  // Within the dictionary of a node of the tree.
  let isNode = false;
  for (const [found, count] of bytes.toString('latin1').matchAll(/\/Type\s*\/Pages\b|\/Count\s+(\d{1,6})|>/g)) {
    if (isNode && count !== undefined) most = Math.max(most, Number(count));
    isNode = found.startsWith('/Type');
  }
  return most;
}

/** A run of this many letters without a space gets break points. */
const LONG_RUN = /[^\s!-~]{30,}/g;
/** Letters between two such break points where no word ends. */
const BREAK_AFTER = 12;

/**
 * A name that stays in its cell. Typst breaks Thai at the ends of words by its dictionary, and does not break unknown
 * words: such a name would overlap the next cell.
 */
function inCell(name: string): string {
  return name.replace(LONG_RUN, (run) => {
    const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment(run)].map(({ segment }) => segment);
    return words.map((word) => piecesOf(word).join('\u200b')).join('\u200b');
  });
}

function piecesOf(word: string): string[] {
  const letters = [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(word)].map(
    ({ segment }) => segment,
  );
  return Array.from({ length: Math.ceil(letters.length / BREAK_AFTER) }, (_, index) =>
    letters.slice(index * BREAK_AFTER, (index + 1) * BREAK_AFTER).join(''),
  );
}

/** The code in the address of a check. */
const codeOf = (checkUrl: string): string => new URLSearchParams(new URL(checkUrl).hash.slice(1)).get('code')!;

const MARKS: Partial<Record<ApprovalStep['status'], Mark>> = {
  APPROVED: 'ok',
  REJECTED: 'danger',
  REWORKED: 'warn',
  WAITING: 'muted',
  SKIPPED: 'muted',
};

/** The texts of the evidence in a language. */
const evidenceWords = (locale: Locale) => ({
  locale,
  t: (key: string, values?: Record<string, unknown>) => translate(locale, `approvalEvidence:${key}`, values),
  time: (at: string | null) => (at ? timeText(locale, new Date(at)) : ''),
});
type Words = ReturnType<typeof evidenceWords>;

const personText = ({ name, position }: ApprovalStep['approver']) =>
  [name, position].filter(Boolean).map(inCell).join(' · ');
const versionText = (document: Pick<ApprovalLine, 'version' | 'fromDraft'>, { t }: Words) =>
  t(`version.${versionKey(document)}`, { number: document.version });

/**
 * The evidence as a report, after the pages of the document and with the original file attached. `bare`: without those
 * pages, where they cannot be drawn.
 */
export function evidenceReport(
  { line, organization, bytes, type }: Evidence,
  locale: Locale,
  now: Date,
  { bare = false }: { bare?: boolean } = {},
): ReportDocument {
  const words = evidenceWords(locale);
  const { t, time } = words;
  const counted = pagesOf(bytes, type);
  const pages = bare || counted > PAGES ? 0 : counted;
  const isAltered = createHash('sha256').update(bytes).digest('hex') !== line.document.sha256;
  const warning = warningOf(line, words);
  const enclosed: Enclosed = {
    bytes,
    name: line.document.name,
    type: type.split(';')[0]!,
    description: line.document.name,
    pages,
  };
  return {
    locale,
    title: t('title'),
    subtitle: `${line.application.name}\n${t(`type.${line.reportType}`)}`,
    meta: [
      { label: t('field.organization'), value: organization },
      { label: t('field.number'), value: String(line.number) },
      { label: t('field.status'), value: t(`status.${line.status}`) },
      { label: t('field.decidedAt'), value: time(line.decidedAt) },
      { label: t('field.requester'), value: personText(line.requester) },
      { label: t('field.requestedAt'), value: time(line.requestedAt) },
      { label: t('field.round'), value: String(line.round) },
      { label: t('field.issuedAt'), value: timeText(locale, now) },
    ],
    footer: `${t('title')} · ${line.number} · ${line.application.name}`,
    enclosed,
    blocks: [
      ...(isAltered ? [callout('danger', t('altered'))] : []),
      ...(warning ? [callout('warn', warning)] : []),
      ...documentBlocks(line, words),
      paragraph(t(pages > 0 ? 'before' : 'inside'), 'muted'),
      heading(2, t('section.approvers')),
      stepsTable(line, line.round, words),
      ...earlierRounds(line, words),
      ...checkBlocks(line, words),
    ],
  };
}

/** Why the approval may be invalid. */
function warningOf(line: ApprovalLine, { t, time }: Words): string | null {
  if (line.reopenedAt) return t(recordDeleted(line) ? 'deleted' : 'reopened', { time: time(line.reopenedAt) });
  if (line.status !== 'APPROVED') return t('notApproved');
  return line.outdated ? t('outdated') : null;
}

/** What was to be approved. */
function documentBlocks(line: ApprovalLine, words: Words): Block[] {
  const { t, locale } = words;
  return [
    heading(2, t('section.document')),
    facts([
      { label: t(line.reportType === 'NOTICE' ? 'type.NOTICE' : 'field.application'), value: line.application.name },
      { label: t('field.controller'), value: line.dataController[locale] || line.dataController.th },
      { label: t('field.version'), value: versionText(line, words) },
      { label: t('field.document'), value: line.document.name },
      { label: t('field.sha256'), value: line.document.sha256 },
      ...(line.description ? [{ label: t('field.description'), value: line.description }] : []),
    ]),
  ];
}

/** Who decided what in a round. */
function stepsTable(line: ApprovalLine, round: number, { t, time }: Words): Block {
  const columns: Column[] = [
    { header: t('column.position'), width: 0.5, align: 'end' },
    { header: t('column.approver'), width: 2 },
    { header: t('column.decision'), width: 1.1 },
    { header: t('column.at'), width: 1.4 },
    { header: t('column.comment'), width: 2 },
  ];
  const rows = line.history
    .filter((step) => step.round === round)
    .map((step) => [
      String(step.position),
      step.actedBy
        ? [personText(step.approver), t('instead', { name: personText(step.actedBy) })]
        : personText(step.approver),
      { text: t(`step.${step.status}`), mark: MARKS[step.status] },
      time(step.actedAt),
      step.comment,
    ]);
  return table(columns, rows);
}

/** Rounds before the current one, newest first, each with its document. */
function earlierRounds(line: ApprovalLine, words: Words): Block[] {
  const { t, time } = words;
  if (line.round === 1) return [];
  const documentOf = (wanted: number): Block[] =>
    line.rounds
      .filter(({ round }) => round === wanted)
      .map(({ requestedAt, document, ...version }) =>
        facts([
          { label: t('field.document'), value: document.name },
          { label: t('field.sha256'), value: document.sha256 },
          { label: t('field.version'), value: versionText(version, words) },
          { label: t('field.requestedAt'), value: time(requestedAt) },
        ]),
      );
  const earlier = Array.from({ length: line.round - 1 }, (_, index) => line.round - 1 - index);
  return [
    heading(2, t('section.earlier')),
    ...earlier.flatMap((round) => [
      heading(3, t('section.round', { round })),
      ...documentOf(round),
      stepsTable(line, round, words),
    ]),
  ];
}

/** How anybody can verify the evidence. */
function checkBlocks({ checkUrl }: ApprovalLine, { t }: Words): Block[] {
  return [
    heading(2, t('section.check')),
    facts([
      { label: t('field.address'), value: checkUrl },
      { label: t('field.code'), value: codeOf(checkUrl) },
    ]),
    paragraph(t('how'), 'muted'),
    // In percent of the page's width: large enough for a telephone's camera, printed too.
    image(encodeQR(checkUrl, 'svg', { border: 1 }), t('qr'), 16),
  ];
}
