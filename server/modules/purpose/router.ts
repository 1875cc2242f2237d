import { z } from 'zod';
import {
  createPurpose,
  duplicatePurpose,
  listPurposes,
  pickedPurposes,
  pickPurposes,
  publishPurpose,
  purpose,
  purposeCopy,
  purposeList,
  purposeVersion,
  updatePurpose,
} from '../../../shared/purpose/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';
import { byVersion, listVersions, versionList } from '../../../shared/versions.ts';

const path = '/{ws}/purposes';
const versions = '/{ws}/purpose-versions/{id}';

export const purposeRouter = router({
  list: can('ropa.read')
    .meta({ rest: { method: 'GET', path, summary: 'List purposes' } })
    .input(listPurposes)
    .output(purposeList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  pick: can('ropa.pick')
    .input(pickPurposes)
    .output(pickedPurposes)
    .query(({ ctx, input }) => service.pick(ctx, input)),
  get: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get a purpose and what publishing it still needs' },
    })
    .input(byId)
    .output(purpose)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('ropa.write')
    .meta({ rest: { method: 'POST', path, summary: 'Record a purpose as a draft', status: 201 } })
    .input(createPurpose)
    .output(purpose)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  duplicate: can('ropa.write')
    .input(duplicatePurpose)
    .output(purposeCopy)
    .mutation(({ ctx, input }) => service.duplicate(ctx, input)),
  update: can('ropa.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${path}/{id}`,
        summary: 'Change a purpose; what is published becomes a draft of its next version',
      },
    })
    .input(updatePurpose)
    .output(purpose)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('ropa.write')
    .meta({
      rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Delete a purpose that no application uses' },
    })
    .input(byId)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  publish: can('ropa.publish')
    .meta({
      rest: { method: 'POST', path: `${path}/{id}/publish`, summary: 'Publish the draft as the next version' },
    })
    .input(publishPurpose)
    .output(purpose)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  versions: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: versions, summary: 'List the published versions of a purpose' },
    })
    .input(listVersions)
    .output(versionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: can('ropa.read')
    .meta({
      rest: { method: 'GET', path: `${versions}/versions/{v}`, summary: 'Get one published version of a purpose' },
    })
    .input(byVersion)
    .output(purposeVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
});
