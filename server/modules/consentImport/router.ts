import {
  consentImport,
  consentImportList,
  consentPreview,
  consentRejects,
  consentTemplateInput,
  createConsentImport,
  importForms,
  listConsentImports,
  listImportForms,
  moveConsentImport,
  previewConsents,
  setConsentMapping,
} from '../../../shared/consentImport/schema.ts';
import { templateFile } from '../../../shared/import/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { preview } from './preview.ts';
import * as service from './service.ts';
import { template } from './template.ts';

const PATH = '/{ws}/user-consents/imports';

/** Over REST an import starts with `POST /{ws}/user-consents/import`, a form with its file: see routes.ts. */
export const consentImportRouter = router({
  forms: can('consent.write')
    .input(listImportForms)
    .output(importForms)
    .query(({ ctx, input }) => service.forms(ctx, input)),
  list: can('consent.write')
    .meta({ rest: { method: 'GET', path: PATH, summary: 'List imports of consents, newest first' } })
    .input(listConsentImports)
    .output(consentImportList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('consent.write')
    .meta({
      rest: {
        method: 'GET',
        path: `${PATH}/{id}`,
        summary: 'Get an import: columns, mapping, result of its check, progress',
      },
    })
    .input(byId)
    .output(consentImport)
    .query(({ ctx, input }) => service.get(ctx, input)),
  preview: can('consent.write')
    .input(previewConsents)
    .output(consentPreview)
    .query(({ ctx, input }) => preview(ctx, input)),
  template: can('consent.write')
    .input(consentTemplateInput)
    .output(templateFile)
    .query(({ ctx, input }) => template(ctx, input)),
  rejects: can('consent.write')
    .input(byId)
    .output(consentRejects)
    .query(({ ctx, input }) => service.rejects(ctx, input)),
  create: can('consent.write')
    .input(createConsentImport)
    .output(consentImport)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  setMapping: can('consent.write')
    .meta({
      rest: { method: 'PUT', path: `${PATH}/{id}/mapping`, summary: 'Map columns to fields' },
    })
    .input(setConsentMapping)
    .output(consentImport)
    .mutation(({ ctx, input }) => service.setMapping(ctx, input)),
  check: can('consent.write')
    .meta({ rest: { method: 'POST', path: `${PATH}/{id}/check`, summary: 'Check every row; errors by row' } })
    .input(moveConsentImport)
    .output(consentImport)
    .mutation(({ ctx, input }) => service.check(ctx, input)),
  commit: can('consent.write')
    .meta({
      rest: { method: 'POST', path: `${PATH}/{id}/commit`, summary: 'Write the rows that passed the check' },
    })
    .input(moveConsentImport)
    .output(consentImport)
    .mutation(({ ctx, input }) => service.commit(ctx, input)),
  cancel: can('consent.write')
    .meta({
      rest: { method: 'POST', path: `${PATH}/{id}/cancel`, summary: 'Give up an import that has written nothing' },
    })
    .input(byId)
    .output(consentImport)
    .mutation(({ ctx, input }) => service.cancel(ctx, input)),
  removeFiles: can('consent.write')
    .input(byId)
    .output(consentImport)
    .mutation(({ ctx, input }) => service.removeFiles(ctx, input)),
});
