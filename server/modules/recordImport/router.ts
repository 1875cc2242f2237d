import {
  createRecordImport,
  importChoices,
  listRecordImports,
  moveImport,
  recordImport,
  recordImportList,
  rejectsFile,
  setImportMapping,
  templateFile,
  templateInput,
} from '../../../shared/recordImport/schema.ts';
import { byId, inWorkspace } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { choices } from './choices.ts';
import * as service from './service.ts';
import { template } from './template.ts';

export const recordImportRouter = router({
  list: can('ropa.write')
    .input(listRecordImports)
    .output(recordImportList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('ropa.write')
    .input(byId)
    .output(recordImport)
    .query(({ ctx, input }) => service.get(ctx, input)),
  template: can('ropa.write')
    .input(templateInput)
    .output(templateFile)
    .query(({ ctx, input }) => template(ctx, input)),
  rejects: can('ropa.write')
    .input(byId)
    .output(rejectsFile)
    .query(({ ctx, input }) => service.rejects(ctx, input)),
  create: can('ropa.write')
    .input(createRecordImport)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  setMapping: can('ropa.write')
    .input(setImportMapping)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.setMapping(ctx, input)),
  choices: can('ropa.write')
    .input(inWorkspace)
    .output(importChoices)
    .query(({ ctx }) => choices(ctx)),
  forget: can('ropa.write')
    .input(moveImport)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.forget(ctx, input)),
  check: can('ropa.write')
    .input(moveImport)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.check(ctx, input)),
  commit: can('ropa.write')
    .input(moveImport)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.commit(ctx, input)),
  cancel: can('ropa.write')
    .input(byId)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.cancel(ctx, input)),
  removeFiles: can('ropa.write')
    .input(byId)
    .output(recordImport)
    .mutation(({ ctx, input }) => service.removeFiles(ctx, input)),
});
