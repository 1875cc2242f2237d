import { z } from 'zod';
import {
  createRequestForm,
  listRequestForms,
  moveRequestForm,
  requestForm,
  requestFormList,
  requestFormSecret,
  requestFormVersion,
  updateRequestForm,
  updateRequestFormSettings,
} from '../../../shared/requestForm/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';
import { versionList, byVersion, listVersions } from '../../../shared/versions.ts';

const path = '/{ws}/dsrm-request-forms';
const one = `${path}/{id}`;
const versions = '/{ws}/dsrm-request-form-versions/{id}';

export const requestFormRouter = router({
  list: can('requestForm.read')
    .meta({ rest: { method: 'GET', path, summary: 'List request forms' } })
    .input(listRequestForms)
    .output(requestFormList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: can('requestForm.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Start the request form of an application that has none', status: 201 },
    })
    .input(createRequestForm)
    .output(requestForm)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  get: can('requestForm.read')
    .meta({ rest: { method: 'GET', path: one, summary: 'Get a request form and what publishing it still needs' } })
    .input(byId)
    .output(requestForm)
    .query(({ ctx, input }) => service.get(ctx, input)),
  update: can('requestForm.write')
    .meta({
      rest: {
        method: 'PUT',
        path: one,
        summary: 'Change a request form; what is published stays in force until the next version is',
      },
    })
    .input(updateRequestForm)
    .output(requestForm)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  updateSettings: can('requestForm.write')
    .input(updateRequestFormSettings)
    .output(requestForm)
    .mutation(({ ctx, input }) => service.updateSettings(ctx, input)),
  publish: can('requestForm.write')
    .meta({ rest: { method: 'POST', path: `${one}/publish`, summary: 'Publish the draft as the next version' } })
    .input(moveRequestForm)
    .output(requestForm)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  remove: can('requestForm.write')
    .meta({
      rest: { method: 'DELETE', path: one, summary: 'Delete a request form that was never published' },
    })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  deactivate: can('requestForm.write')
    .input(moveRequestForm)
    .output(requestForm)
    .mutation(({ ctx, input }) => service.deactivate(ctx, input)),
  reactivate: can('requestForm.write')
    .input(moveRequestForm)
    .output(requestForm)
    .mutation(({ ctx, input }) => service.reactivate(ctx, input)),
  makeSecret: can('requestForm.write')
    .input(moveRequestForm)
    .output(requestFormSecret)
    .mutation(({ ctx, input }) => service.makeSecret(ctx, input)),
  versions: can('requestForm.read')
    .meta({ rest: { method: 'GET', path: versions, summary: 'List the published versions of a request form' } })
    .input(listVersions)
    .output(versionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: can('requestForm.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${versions}/versions/{v}`,
        summary: 'Get what one version of a request form shows',
      },
    })
    .input(byVersion)
    .output(requestFormVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
});
