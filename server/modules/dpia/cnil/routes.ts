import type { FastifyInstance } from 'fastify';
import { nameOfWords } from '../../../../shared/file.ts';
import { writeCnil } from '../../../../shared/dpia/cnil/write.ts';
import { byDpiaReport } from '../../../../shared/dpia/report.ts';
import { requirePermission } from '../../../platform/auth/permission.ts';
import { appError } from '../../../platform/errors.ts';
import { inertHeaders } from '../../../platform/files/answer.ts';
import { type FormRoutesOptions, onlySignedIn } from '../../../platform/files/caller.ts';
import { reportFactsOf } from '../report/facts.ts';
import { cnilSourceOf } from './source.ts';

/** An assessment as a file of the PIA application of the CNIL. */
export async function dpiaCnilRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  const caller = onlySignedIn(app, createContext);
  app.get('/api/v1/:ws/dpias/:id/cnil', { config: caller.limit(60) }, async (request, reply) => {
    const { ws, id } = request.params as { ws: string; id: string };
    const ctx = await caller.inWorkspace(request, ws);
    requirePermission(ctx.standing, 'dpia.export');
    const target = byDpiaReport.safeParse({ ws, id, version: (request.query as { version?: string }).version });
    if (!target.success) {
      const at = String(target.error.issues[0]?.path[0] ?? '');
      throw appError('BAD_REQUEST', { at, text: at === 'id' ? 'errors:id' : 'errors:choice' });
    }
    const facts = await reportFactsOf(ctx, target.data.id, target.data.version);
    const name = `${nameOfWords(`PIA ${facts.content.draft.name}`)}.json`;
    inertHeaders(reply, { name, type: 'application/json; charset=utf-8' });
    return reply.send(JSON.stringify(writeCnil(cnilSourceOf(facts))));
  });
}
