import { z } from 'zod';
import { heading, inLanguage } from '../../../platform/documents/document.ts';
import { renderHtml } from '../../../platform/documents/html.ts';
import { type ExportJob, type ExportMaker, ExportProblem } from '../../../platform/exports/maker.ts';
import { pdfOf } from '../../../platform/exports/pdf.ts';
import { keepRecordState } from '../../../platform/exports/states.ts';
import { fileNameOf } from '../../../platform/exports/texts.ts';
import { translate } from '../../../platform/i18n.ts';
import { readNotice } from '../record.ts';
import { noticeDocument } from '../report/document.ts';
import { draftFacts } from '../report/facts.ts';
import { noticeHashes } from './material.ts';

const input = z.object({});
type Job = ExportJob<z.output<typeof input>>;

/** The current text of a notice, in both languages: the document of its approval line. */
export const noticeExport: ExportMaker<z.output<typeof input>> = {
  input,
  filters: {},
  fileName: (job) => fileNameOf(job, `${translate(job.locale, 'privacyNotice:exportTitle')} ${job.subject}`),
  async make(job) {
    const facts = await factsOf(job);
    const thai = noticeDocument(facts, 'th');
    const english = noticeDocument(facts, 'en');
    const document = {
      ...thai,
      blocks: [
        ...thai.blocks,
        heading(1, translate('th', 'noticeDocument:inEnglish')),
        inLanguage('en', english.blocks),
      ],
    };
    return job.format === 'html' ? Buffer.from(renderHtml(document)) : pdfOf(job.deps, document);
  },
};

/** @throws ExportProblem `subjectGone` */
const factsOf = (job: Job) =>
  job.transaction(async (trx) => {
    const id = job.subjectId ?? '';
    const notice = await readNotice(trx, job, id);
    const hashes = (await noticeHashes(trx, job.workspace.id, [id])).get(id);
    if (!notice || !hashes) throw new ExportProblem('subjectGone');
    // An approval checks later whether the notice still matches this document.
    await keepRecordState(trx, job.workspace.id, job.id, {
      recordSha256: hashes.current,
      recordVersion: notice.publishedVersion,
      recordFromDraft: notice.status === 'draft',
    });
    return draftFacts(notice);
  });
