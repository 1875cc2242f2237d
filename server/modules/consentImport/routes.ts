import type { FastifyInstance } from 'fastify';
import { requirePermission } from '../../platform/auth/permission.ts';
import { CONSENT_TABLE } from '../../../shared/consentImport/table.ts';
import { id } from '../../../shared/text.ts';
import { appError } from '../../platform/errors.ts';
import { type FormRoutesOptions, onlySignedIn } from '../../platform/files/caller.ts';
import { acceptForms, receiveFile } from '../../platform/files/receive.ts';
import { keepFile } from '../../platform/files/service.ts';
import { create } from './service.ts';

/**
 * Starts an import of consents over REST: a form with the table in `file` and the consent form's id in `consentUUID`.
 */
export async function consentImportRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  await acceptForms(app);
  const caller = onlySignedIn(app, createContext);

  app.post('/api/v1/:ws/user-consents/import', { config: caller.limit(20) }, async (request, reply) => {
    const ctx = await caller.inWorkspace(request, (request.params as { ws: string }).ws);
    requirePermission(ctx.standing, 'consent.write');
    const { deps } = ctx;
    const received = await receiveFile(request, reply, {
      dataDir: deps.config.dataDir,
      limit: CONSENT_TABLE.limit,
    });
    try {
      const form = id.safeParse(received.fields.consentUUID ?? (request.query as Record<string, string>).consentUUID);
      if (!form.success) throw appError('BAD_REQUEST', { at: 'consentUUID', text: 'errors:id' });
      const { id: fileId } = await keepFile(
        deps,
        { workspaceId: ctx.workspace.id, uploadedBy: ctx.personnel.id, kind: CONSENT_TABLE },
        received,
      );
      return await create(ctx, { ws: ctx.workspace.id, form: form.data, fileId });
    } finally {
      await received.dispose();
    }
  });
}
