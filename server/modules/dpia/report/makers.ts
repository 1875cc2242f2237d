import { z } from 'zod';
import { renderHtml } from '../../../platform/documents/html.ts';
import type { ReportDocument } from '../../../platform/documents/document.ts';
import { AppError } from '../../../platform/errors.ts';
import { type ExportJob, type ExportMaker, ExportProblem } from '../../../platform/exports/maker.ts';
import { keepRecordState } from '../../../platform/exports/states.ts';
import { dpiaHash } from '../approvals.ts';
import { pdfOf } from '../../../platform/exports/pdf.ts';
import { fileNameOf } from '../../../platform/exports/texts.ts';
import { reportDocument } from './document.ts';
import { type ReportFacts, reportFactsOf } from './facts.ts';
import { publicSummary } from './publicSummary.ts';
import { reportWords } from './words.ts';

const input = z.object({ version: z.number().int().min(0).max(2_147_483_647).optional() });
type Input = z.output<typeof input>;
type Job = ExportJob<Input>;

const maker = (
  name: (job: Job) => string,
  documentOf: (facts: ReportFacts, job: Job) => ReportDocument,
): ExportMaker<Input> => ({
  input,
  // The document names its version.
  filters: { version: null },
  fileName: (job) => fileNameOf(job, `${name(job)} ${job.subject}`),
  async make(job) {
    const facts = await factsOf(job);
    // An approval checks later whether the assessment still matches this document.
    const state = {
      recordSha256: dpiaHash(facts.content),
      recordVersion: facts.version || facts.dpia.publishedVersion,
      recordFromDraft: facts.version === 0,
    };
    await job.transaction((trx) => keepRecordState(trx, job.workspace.id, job.id, state));
    const document = documentOf(facts, job);
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
});

/** @throws ExportProblem `subjectGone` */
async function factsOf(job: Job): Promise<ReportFacts> {
  try {
    return await reportFactsOf(job, job.subjectId ?? '', job.input.version);
  } catch (error) {
    throw error instanceof AppError && error.status === 'NOT_FOUND'
      ? new ExportProblem('subjectGone', { cause: error })
      : error;
  }
}

/** The report of an assessment, in Thai for any language. */
export const dpiaReport = maker(
  () => reportWords('th').t('short'),
  (facts, { requestedAt, requestedBy }) => reportDocument(facts, { at: requestedAt, by: requestedBy.name }),
);

/** Its short public summary, in the requested language. */
export const dpiaPublicSummary = maker(
  ({ locale }) => reportWords(locale).t('public.short'),
  (facts, { locale }) => publicSummary(facts, locale),
);
