import type { FastifyInstance } from 'fastify';
import { nameOfWords } from '../../../../shared/file.ts';
import { noticePage } from '../../../../shared/privacyNotice/address.ts';
import { requirePermission } from '../../../platform/auth/permission.ts';
import type { PdfRenderer } from '../../../platform/documents/pdf.ts';
import { inertHeaders } from '../../../platform/files/answer.ts';
import type { onlySignedIn } from '../../../platform/files/caller.ts';
import type { WorkspaceContext } from '../../../platform/trpc/context.ts';
import { reportFacts } from '../report/facts.ts';
import { wantedReport } from '../report/wanted.ts';
import { posterDocument } from './document.ts';

interface Drawing {
  readonly caller: ReturnType<typeof onlySignedIn>;
  readonly rendererOf: (ctx: WorkspaceContext) => PdfRenderer;
}

/** The poster of a notice, of a version or of the draft. */
export function posterRoute(app: FastifyInstance, { caller, rendererOf }: Drawing): void {
  app.get('/api/v1/:ws/privacy-notices/:id/poster-pdf', { config: caller.limit(20) }, async (request, reply) => {
    const { ws } = request.params as { ws: string };
    const ctx = await caller.inWorkspace(request, ws);
    requirePermission(ctx.standing, 'privacyNotice.read');
    const wanted = wantedReport(request);
    const { id, lang } = wanted;
    const { version, content, notInForce } = await reportFacts(ctx, wanted);
    const base = ctx.deps.config.publicUrl ?? `${request.protocol}://${request.host}`;
    const pdf = await rendererOf(ctx).render(
      posterDocument({ version, content, notInForce, url: `${base}${noticePage(ws, id)}?lang=${lang}` }, lang),
    );
    const name = `${nameOfWords(content.name)} poster ${lang}.pdf`;
    inertHeaders(reply, { name, type: 'application/pdf' });
    return reply.send(pdf);
  });
}
