import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nameOfWords } from '../../../../shared/file.ts';
import { byNoticeReport } from '../../../../shared/privacyNotice/schema.ts';
import { requirePermission } from '../../../platform/auth/permission.ts';
import { renderHtml } from '../../../platform/documents/html.ts';
import { createPdfRenderer, type PdfRenderer } from '../../../platform/documents/pdf.ts';
import { appError } from '../../../platform/errors.ts';
import { inertHeaders } from '../../../platform/files/answer.ts';
import { onlySignedIn } from '../../../platform/files/caller.ts';
import type { HttpOptions } from '../../../platform/modules/manifest.ts';
import { noticeDocument } from './document.ts';
import { reportFacts } from './facts.ts';

/** The report of a notice as a document, of a version or of the draft. */
export async function noticeReportRoutes(app: FastifyInstance, { createContext }: HttpOptions): Promise<void> {
  const caller = onlySignedIn(app, createContext);
  let renderer: PdfRenderer | undefined;
  app.addHook('onClose', async () => renderer?.close());

  const documentOf = async (request: FastifyRequest, ending: 'pdf' | 'html') => {
    const { ws, id } = request.params as { ws: string; id: string };
    const ctx = await caller.inWorkspace(request, ws);
    requirePermission(ctx.standing, 'privacyNotice.read');
    const { version, lang } = request.query as { version?: string; lang?: string };
    const wanted = byNoticeReport.safeParse({ ws, id, version, lang });
    if (!wanted.success) {
      const at = String(wanted.error.issues[0]?.path[0] ?? '');
      throw appError('BAD_REQUEST', { at, text: at === 'id' ? 'errors:id' : 'errors:choice' });
    }
    const facts = await reportFacts(ctx, wanted.data);
    const name = `${nameOfWords(facts.content.name)} ${facts.version || 'draft'} ${wanted.data.lang}.${ending}`;
    return { document: noticeDocument(facts, wanted.data.lang), name, log: ctx.deps.log };
  };

  app.get('/api/v1/:ws/privacy-notices/:id/report-pdf', { config: caller.limit(20) }, async (request, reply) => {
    const { document, name, log } = await documentOf(request, 'pdf');
    renderer ??= createPdfRenderer({ log });
    const pdf = await renderer.render(document);
    inertHeaders(reply, { name, type: 'application/pdf' });
    return reply.send(pdf);
  });

  app.get('/api/v1/:ws/privacy-notices/:id/report-html', { config: caller.limit(60) }, async (request, reply) => {
    const { document, name } = await documentOf(request, 'html');
    inertHeaders(reply, { name, type: 'text/html; charset=utf-8' });
    return reply.send(renderHtml(document));
  });
}
