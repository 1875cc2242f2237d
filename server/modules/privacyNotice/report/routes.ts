import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nameOfWords } from '../../../../shared/file.ts';
import { requirePermission } from '../../../platform/auth/permission.ts';
import { renderHtml } from '../../../platform/documents/html.ts';
import { createPdfRenderer, type PdfRenderer } from '../../../platform/documents/pdf.ts';
import { inertHeaders } from '../../../platform/files/answer.ts';
import { onlySignedIn } from '../../../platform/files/caller.ts';
import type { HttpOptions } from '../../../platform/modules/manifest.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import { posterRoute } from '../poster/routes.ts';
import { noticeDocument } from './document.ts';
import { reportFacts } from './facts.ts';
import { wantedReport } from './wanted.ts';

/** The report of a notice as a document, of a version or of the draft, and its poster. */
export async function noticeReportRoutes(app: FastifyInstance, { createContext }: HttpOptions): Promise<void> {
  const caller = onlySignedIn(app, createContext);
  let renderer: PdfRenderer | undefined;
  app.addHook('onClose', async () => renderer?.close());

  const rendererOf = ({ deps: { log } }: { deps: Pick<Deps, 'log'> }) => (renderer ??= createPdfRenderer({ log }));
  posterRoute(app, { caller, rendererOf });

  const documentOf = async (request: FastifyRequest, ending: 'pdf' | 'html') => {
    const { ws } = request.params as { ws: string };
    const ctx = await caller.inWorkspace(request, ws);
    requirePermission(ctx.standing, 'privacyNotice.read');
    const wanted = wantedReport(request);
    const facts = await reportFacts(ctx, wanted);
    const name = `${nameOfWords(facts.content.name)} ${facts.version || 'draft'} ${wanted.lang}.${ending}`;
    return { document: noticeDocument(facts, wanted.lang), name, ctx };
  };

  app.get('/api/v1/:ws/privacy-notices/:id/report-pdf', { config: caller.limit(20) }, async (request, reply) => {
    const { document, name, ctx } = await documentOf(request, 'pdf');
    const pdf = await rendererOf(ctx).render(document);
    inertHeaders(reply, { name, type: 'application/pdf' });
    return reply.send(pdf);
  });

  app.get('/api/v1/:ws/privacy-notices/:id/report-html', { config: caller.limit(60) }, async (request, reply) => {
    const { document, name } = await documentOf(request, 'html');
    inertHeaders(reply, { name, type: 'text/html; charset=utf-8' });
    return reply.send(renderHtml(document));
  });
}
