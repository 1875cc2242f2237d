import { templateFile } from '../../../shared/import/schema.ts';
import {
  createRequestImport,
  listRequestImports,
  moveRequestImport,
  previewRequests,
  requestImport,
  requestImportList,
  requestPreview,
  requestRejects,
  requestTemplateInput,
  setRequestMapping,
} from '../../../shared/requestImport/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { preview } from './preview.ts';
import * as service from './service.ts';
import { template } from './template.ts';

export const requestImportRouter = router({
  list: can('request.manage')
    .input(listRequestImports)
    .output(requestImportList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('request.manage')
    .input(byId)
    .output(requestImport)
    .query(({ ctx, input }) => service.get(ctx, input)),
  preview: can('request.manage')
    .input(previewRequests)
    .output(requestPreview)
    .query(({ ctx, input }) => preview(ctx, input)),
  template: can('request.manage')
    .input(requestTemplateInput)
    .output(templateFile)
    .query(({ ctx, input }) => template(ctx, input)),
  rejects: can('request.manage')
    .input(byId)
    .output(requestRejects)
    .query(({ ctx, input }) => service.rejects(ctx, input)),
  create: can('request.manage')
    .input(createRequestImport)
    .output(requestImport)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  setMapping: can('request.manage')
    .input(setRequestMapping)
    .output(requestImport)
    .mutation(({ ctx, input }) => service.setMapping(ctx, input)),
  check: can('request.manage')
    .input(moveRequestImport)
    .output(requestImport)
    .mutation(({ ctx, input }) => service.check(ctx, input)),
  commit: can('request.manage')
    .input(moveRequestImport)
    .output(requestImport)
    .mutation(({ ctx, input }) => service.commit(ctx, input)),
  cancel: can('request.manage')
    .input(byId)
    .output(requestImport)
    .mutation(({ ctx, input }) => service.cancel(ctx, input)),
  removeFiles: can('request.manage')
    .input(byId)
    .output(requestImport)
    .mutation(({ ctx, input }) => service.removeFiles(ctx, input)),
});
