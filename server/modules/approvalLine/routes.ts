import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../platform/auth/permission.ts';
import { nameOfWords } from '../../../shared/file.ts';
import { isLocale } from '../../../shared/locale.ts';
import { id as idText } from '../../../shared/text.ts';
import { appError } from '../../platform/errors.ts';
import { inertHeaders } from '../../platform/files/answer.ts';
import { type FormRoutesOptions, onlySignedIn } from '../../platform/files/caller.ts';
import { translate } from '../../platform/i18n.ts';
import { createPdfRenderer, PdfError, type PdfRenderer } from '../../platform/documents/pdf.ts';
import { evidenceOf, evidenceReport } from './evidence.ts';

/** For drawing one of them, milliseconds: the pages of its document may come from outside. */
const DRAWING_MS = 60_000;

/**
 * The evidence of an approval line as a PDF: the document, then who approved it and when, with the original file
 * attached.
 */
export async function approvalRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  const caller = onlySignedIn(app, createContext);
  let renderer: PdfRenderer | undefined;
  app.addHook('onClose', async () => renderer?.close());

  app.get('/api/v1/:ws/approval-lines/:id/report-pdf', { config: caller.limit(20) }, async (request, reply) => {
    const { ws, id } = request.params as { ws: string; id: string };
    const { lang } = request.query as Record<string, string | undefined>;
    const ctx = await caller.inWorkspace(request, ws);
    requirePermission(ctx.standing, 'approval.act');
    if (!idText.safeParse(id).success) throw appError('BAD_REQUEST', { at: 'id', text: 'errors:id' });
    const locale = isLocale(lang) ? lang : ctx.locale;
    const { deps } = ctx;
    const evidence = await evidenceOf({ ...ctx, locale }, id);
    renderer ??= createPdfRenderer({ log: deps.log, timeoutMs: DRAWING_MS });
    let pdf: Buffer;
    try {
      pdf = await renderer.render(evidenceReport(evidence, locale, deps.now()));
    } catch (error) {
      // A document whose pages cannot be drawn is still attached.
      if (!(error instanceof PdfError) || error.reason === 'closed') throw error;
      deps.log.warn({ err: error, line: id }, 'the pages of a document could not be drawn before its evidence');
      pdf = await renderer.render(evidenceReport(evidence, locale, deps.now(), { bare: true }));
    }
    const { number, application } = evidence.line;
    inertHeaders(reply, {
      name: nameOfWords(
        translate(locale, 'approvalEvidence:fileName', { number, name: application.name }),
        'application/pdf',
      ),
      type: 'application/pdf',
    });
    return reply.send(pdf);
  });
}
