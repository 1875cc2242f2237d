import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nameOfWords } from '../../../../shared/file.ts';
import { byDpiaReport } from '../../../../shared/dpia/report.ts';
import { requirePermission } from '../../../platform/auth/permission.ts';
import type { ReportDocument } from '../../../platform/documents/document.ts';
import { renderHtml } from '../../../platform/documents/html.ts';
import { createPdfRenderer, type PdfRenderer } from '../../../platform/documents/pdf.ts';
import { appError } from '../../../platform/errors.ts';
import { inertHeaders } from '../../../platform/files/answer.ts';
import { type FormRoutesOptions, onlySignedIn } from '../../../platform/files/caller.ts';
import { reportDocument } from './document.ts';
import { reportFactsOf } from './facts.ts';
import { reportWords } from './words.ts';

/** The report of an assessment as a document, in Thai. */
export async function dpiaReportRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  const caller = onlySignedIn(app, createContext);
  let renderer: PdfRenderer | undefined;
  app.addHook('onClose', async () => renderer?.close());

  const documentOf = async (request: FastifyRequest, ending: 'pdf' | 'html') => {
    const { ws, id } = request.params as { ws: string; id: string };
    const ctx = await caller.inWorkspace(request, ws);
    requirePermission(ctx.standing, 'dpia.read');
    const wanted = byDpiaReport.safeParse({ ws, id, version: (request.query as { version?: string }).version });
    if (!wanted.success) {
      const at = String(wanted.error.issues[0]?.path[0] ?? '');
      throw appError('BAD_REQUEST', { at, text: at === 'id' ? 'errors:id' : 'errors:choice' });
    }
    const facts = await reportFactsOf(ctx, id, wanted.data.version);
    const document: ReportDocument = reportDocument(facts, { at: ctx.deps.now(), by: ctx.personnel.name });
    const name = `${nameOfWords(`${reportWords('th').t('short')} ${facts.content.draft.name}`)}.${ending}`;
    return { document, name, log: ctx.deps.log };
  };

  app.get('/api/v1/:ws/dpias/:id/report-pdf', { config: caller.limit(20) }, async (request, reply) => {
    const { document, name, log } = await documentOf(request, 'pdf');
    renderer ??= createPdfRenderer({ log });
    const pdf = await renderer.render(document);
    inertHeaders(reply, { name, type: 'application/pdf' });
    return reply.send(pdf);
  });

  app.get('/api/v1/:ws/dpias/:id/report-html', { config: caller.limit(60) }, async (request, reply) => {
    const { document, name } = await documentOf(request, 'html');
    inertHeaders(reply, { name, type: 'text/html; charset=utf-8' });
    return reply.send(renderHtml(document));
  });
}
