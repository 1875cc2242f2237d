import { z } from 'zod';
import { may } from '../../../shared/registry/permissions.ts';
import type { RopaRecord } from '../../../shared/ropa/record.ts';
import { publishedDpias } from './dpv/publishedDpias.ts';
import { translate } from '../../platform/i18n.ts';
import { renderHtml } from '../../platform/documents/html.ts';
import { jsonLdOf, turtleOf } from './dpv/files.ts';
import { type ExportJob, type ExportMaker, ExportProblem } from '../../platform/exports/maker.ts';
import { recordHash } from './documents/hash.ts';
import { pdfOf } from '../../platform/exports/pdf.ts';
import { type Issue, ropaDocument } from './documents/document.ts';
import { ropaFacts, type RopaFacts } from './documents/facts.ts';
import { applicationsOf, recordsOf } from './documents/record.ts';
import { ropaWorkbook } from './documents/workbook.ts';
import { fileNameOf } from '../../platform/exports/texts.ts';
import * as states from '../../platform/exports/states.ts';

/** The record of processing of one application, or of the entire workspace when the job has no subject. */
async function make(job: ExportJob<object>) {
  const { transaction, workspace, subjectId } = job;
  const { applications, about } = await transaction(async (trx) => {
    const found = await applicationsOf(trx, workspace.id, subjectId);
    return {
      applications: found,
      about: await ropaFacts(
        trx,
        workspace.id,
        found.map(({ id }) => id),
      ),
    };
  });
  // Deleted since the export was requested.
  if (subjectId && applications.length === 0) throw new ExportProblem('subjectGone');
  const issue: Issue = {
    workspace: workspace.name,
    at: job.requestedAt,
    by: job.requestedBy.name,
    single: subjectId !== null,
  };
  let done = 0;
  job.progress(0, applications.length);
  async function* read(role?: 'controller' | 'processor') {
    const ids = applications.filter((application) => !role || application.processingRole === role).map(({ id }) => id);
    for await (const record of recordsOf(transaction, workspace.id, ids)) {
      // An approval checks later whether the record still matches this document.
      if (subjectId) await transaction((trx) => states.keepRecordState(trx, workspace.id, job.id, stateOf(record)));
      yield record;
      done += 1;
      job.progress(done, applications.length);
    }
  }
  return written(job, read, about, issue);
}

const stateOf = (record: RopaRecord) => ({
  recordSha256: recordHash(record),
  recordVersion: record.publishedVersion,
  recordFromDraft: record.status === 'draft',
});

async function written(
  job: ExportJob<object>,
  read: (role?: 'controller' | 'processor') => ReturnType<typeof recordsOf>,
  about: RopaFacts,
  issue: Issue,
): Promise<AsyncIterable<Uint8Array> | Uint8Array> {
  const { locale, format, workspace } = job;
  const register = { id: workspace.id, name: workspace.name, at: issue.at, about };
  switch (format) {
    case 'xlsx':
      return ropaWorkbook(read, locale, about, issue);
    case 'pdf':
      return pdfOf(job.deps, await ropaDocument(read(), locale, about, issue));
    case 'html':
      return Buffer.from(renderHtml(await ropaDocument(read(), locale, about, issue)));
    case 'ttl':
      return turtleOf({ records: read(), assessments: assessmentsOf(job) }, register);
    case 'jsonld':
      return jsonLdOf({ records: read(), assessments: assessmentsOf(job) }, register);
    default:
      throw new ExportProblem('unknownKind');
  }
}

/** The published assessments of the exported applications; empty for somebody without permission to export them. */
const assessmentsOf = ({ standing, transaction, workspace, subjectId }: ExportJob<object>) =>
  may(standing, 'dpia.export') ? publishedDpias(transaction, workspace.id, subjectId) : [];

const input = z.object({});

/** The record of the entire workspace. */
export const ropa: ExportMaker<object> = {
  input,
  filters: {},
  fileName: (job) => fileNameOf(job, translate(job.locale, 'ropa:short')),
  make,
};

/** The record of one application. */
export const applicationRopa: ExportMaker<object> = {
  input,
  filters: {},
  fileName: (job) => fileNameOf(job, `${translate(job.locale, 'ropa:short')} ${job.subject}`),
  make,
};
