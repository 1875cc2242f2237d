import type { FastifyInstance } from 'fastify';
import { CONSENT_TABLE } from '../../../shared/consentImport/table.ts';
import { refusal } from '../../../shared/registry/permissions.ts';
import { id } from '../../../shared/text.ts';
import { errors } from '../../platform/errors.ts';
import { type FormRoutesOptions, onlySignedIn } from '../../platform/files/caller.ts';
import { acceptForms, receiveFile } from '../../platform/files/receive.ts';
import { keepFile } from '../../platform/files/service.ts';
import { create } from './service.ts';

/**
 * Where the import of consents begins over REST: a form with the table in `file` and the consent form's id in
 * `consentUUID`.
 */
export async function consentImportRoutes(app: FastifyInstance, { createContext }: FormRoutesOptions): Promise<void> {
  await acceptForms(app);
  const caller = onlySignedIn(app, createContext);

  app.post('/api/v1/:ws/user-consents/import', { config: caller.limit(20) }, async (request, reply) => {
    const ctx = await caller.inWorkspace(request, (request.params as { ws: string }).ws);
    const reason = refusal(ctx.standing, 'consent.write');
    if (reason)
      throw errors.forbidden({
        code: `forbidden.${reason}`,
        ...(reason === 'flag' || reason === 'tier' ? { key: 'errors:forbiddenTier' } : {}),
      });
    const { deps } = ctx;
    const received = await receiveFile(request, reply, {
      dataDir: deps.config.dataDir,
      limit: CONSENT_TABLE.limit,
    });
    try {
      const form = id.safeParse(received.fields.consentUUID ?? (request.query as Record<string, string>).consentUUID);
      if (!form.success) throw errors.field('consentUUID', 'errors:id');
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
