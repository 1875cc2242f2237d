import { z } from 'zod';
import type { DpiaDecision } from '../../../shared/dpia/content.ts';
import { CRITERIA, dataRiskLevelOf } from '../../../shared/dpia/decision.ts';
import { type Locale, nameIn } from '../../../shared/locale.ts';
import {
  type Block,
  callout,
  facts,
  heading,
  paragraph,
  type ReportDocument,
  table,
} from '../../platform/documents/document.ts';
import { renderHtml } from '../../platform/documents/html.ts';
import { type ExportJob, type ExportMaker, ExportProblem } from '../../platform/exports/maker.ts';
import { pdfOf } from '../../platform/exports/pdf.ts';
import { timeText } from '../../platform/dateTexts.ts';
import { fileNameOf } from '../../platform/exports/texts.ts';
import { translate } from '../../platform/i18n.ts';
import * as queries from './queries.ts';

/** `number` left out: the newest decision of the assessment. */
const input = z.object({ number: z.number().int().min(1).max(2_147_483_647).optional() });
/** Space for handwriting. */
const BLANK = '.'.repeat(20);

type Job = ExportJob<z.output<typeof input>>;

/** The decision that an assessment was not required: the criteria, the reason, and who decided. */
export const dpiaDecisionDocument: ExportMaker<z.output<typeof input>> = {
  input,
  // The title block of the document names the decision.
  filters: { number: null },
  fileName: (job) => fileNameOf(job, `${translate(job.locale, 'dpiaDecision:short')} ${job.subject}`),
  async make(job) {
    const document = documentOf(job, await foundOf(job));
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
};

type Found = NonNullable<Awaited<ReturnType<typeof queries.findDecision>>>;

/** The decision, and its organisation. @throws ExportProblem `subjectGone` */
const foundOf = (job: Job): Promise<Found & { organization: string }> =>
  job.transaction(async (trx) => {
    const found = await queries.findDecision(trx, job.workspace.id, job.subjectId ?? '', job.input.number);
    if (!found) throw new ExportProblem('subjectGone');
    return { ...found, organization: await queries.organizationName(trx, job.workspace.id) };
  });

function documentOf(
  { locale, requestedAt, requestedBy, workspace }: Job,
  { documentNumber, decidedAt, decidedBy, sha256, organization, content: stored }: Found & { organization: string },
): ReportDocument {
  const content = stored as DpiaDecision;
  const t = (key: string, values?: Record<string, unknown>) =>
    translate(locale, key.includes(':') ? key : `dpiaDecision:${key}`, values);
  const number = t('number', { number: documentNumber });
  const time = timeText(locale, new Date(decidedAt));
  return {
    locale,
    title: t('title'),
    subtitle: content.name,
    meta: [
      { label: t('meta.number'), value: number },
      { label: t('meta.organization'), value: organization },
      { label: t('meta.workspace'), value: workspace.name },
      { label: t('meta.decidedAt'), value: time },
      { label: t('meta.decidedBy'), value: decidedBy?.name ?? '' },
      { label: t('meta.issued'), value: `${timeText(locale, requestedAt)} · ${requestedBy.name}` },
    ],
    footer: `${t('short')} · ${number}`,
    blocks: [
      callout('ok', t('result'), t('short')),
      heading(1, t('section.subject')),
      facts([
        { label: t('dpiaAssessment:field.application'), value: content.application.name },
        { label: t('dpiaAssessment:field.reason'), value: content.reason },
      ]),
      heading(1, t('section.why')),
      paragraph(content.why),
      ...criteria(content, t),
      ...dataRisk(content, locale, t),
      heading(1, t('dpiaAssessment:field.dpoOpinion')),
      opinion(content, locale, t),
      heading(1, t('section.signatures')),
      table(
        [
          { header: t('column.role'), width: 3 },
          { header: t('column.name'), width: 4 },
          { header: t('column.signature'), width: 4 },
          { header: t('column.date'), width: 3 },
        ],
        [
          [t('role.decided'), decidedBy?.name ?? '', BLANK, time],
          [t('role.dpo'), BLANK, BLANK, BLANK],
        ],
      ),
      paragraph(t('sha256', { sha256 }), 'muted'),
    ],
  };
}

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The nine criteria: which were met, and how. */
const criteria = ({ criteria: met, framework: { variant } }: DpiaDecision, t: Translate): Block[] => [
  heading(1, t('dpiaAssessment:part.criteria')),
  table(
    [
      { header: t('column.criterion'), width: 5 },
      { header: t('column.met'), width: 2 },
      { header: t('dpiaAssessment:field.note'), width: 4 },
    ],
    CRITERIA.map((code) => {
      const found = met.find((one) => one.code === code);
      return [t(`dpiaAssessment:criterion.${code}.name`), t(found ? 'met' : 'notMet'), found?.note ?? ''];
    }),
  ),
  paragraph(t('dpiaAssessment:criterion.source'), 'muted'),
  paragraph(t(`rule.${variant}`)),
];

/** The questions of data risk with their answers; the older variant has none. */
function dataRisk({ framework, dataRisk: answers }: DpiaDecision, locale: Locale, t: Translate): Block[] {
  if (framework.dataRisk.length === 0) return [];
  const byQuestion = new Map(answers.map((one) => [one.questionId, one]));
  const level = dataRiskLevelOf(framework.dataRisk, answers);
  return [
    heading(1, t('dpiaAssessment:part.dataRisk')),
    paragraph(t('level', { level: level ?? t('notAnswered') })),
    table(
      [
        { header: t('column.question'), width: 6 },
        { header: t('dpiaAssessment:field.answer'), width: 2 },
        { header: t('dpiaAssessment:field.note'), width: 3 },
      ],
      framework.dataRisk
        .flatMap(({ questions }) => questions)
        .map(({ id, text }) => {
          const found = byQuestion.get(id);
          return [
            nameIn({ locale }, text),
            found ? t(`dpiaAssessment:answer.${found.answer}`) : t('notAnswered'),
            found?.note ?? '',
          ];
        }),
    ),
  ];
}

const opinion = ({ dpoOpinion }: DpiaDecision, locale: Locale, t: Translate): Block => {
  const words = nameIn({ locale }, dpoOpinion);
  return words ? paragraph(words) : paragraph(t('noOpinion'), 'muted');
};
