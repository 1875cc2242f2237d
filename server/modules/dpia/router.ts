import { z } from 'zod';
import {
  byDecision,
  createDpia,
  decision,
  dpia,
  dpiaList,
  dpiaPreparation,
  dpiaVersion,
  listDpias,
  missingDpiaList,
  missingDpias,
  moveDpia,
  notRequireDpia,
  prepareDpia,
  publishDpia,
  settingsChange,
  updateDpia,
} from '../../../shared/dpia/schema.ts';
import { cnilImport, cnilInput, cnilPreview } from '../../../shared/dpia/cnil/schema.ts';
import { dpiaContent } from '../../../shared/dpia/content.ts';
import { byDpiaReport, dpiaReport, dpiaReportPage } from '../../../shared/dpia/report.ts';
import { byId, id } from '../../../shared/text.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { carry } from './carry.ts';
import { importCnil, previewCnil } from './cnil/service.ts';
import { report, reportPage } from './report/service.ts';
import { registerChangeList } from '../../../shared/dpia/registerChange.ts';
import { currentRegister, registerChangesOf } from './registerWatch.ts';
import * as settings from './settings.ts';
import * as service from './service.ts';
import { missing, prepare } from './suggest.ts';
import { versionList, byVersion, listVersions } from '../../../shared/versions.ts';

const path = '/{ws}/dpias';
const one = `${path}/{id}`;
const versions = '/{ws}/dpia-versions/{id}';

export const dpiaRouter = router({
  list: can('dpia.read')
    .meta({ rest: { method: 'GET', path, summary: 'List impact assessments' } })
    .input(listDpias)
    .output(dpiaList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: can('dpia.write')
    .meta({ rest: { method: 'POST', path, summary: 'Begin the impact assessment of an application', status: 201 } })
    .input(createDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  cnilPreview: can('dpia.write')
    .input(cnilInput)
    .output(cnilPreview)
    .mutation(({ ctx, input }) => previewCnil(ctx, input)),
  cnilImport: can('dpia.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${path}/cnil`,
        summary: 'Create an impact assessment from a file of the PIA application of the CNIL (as text in `file`)',
        status: 201,
      },
    })
    .input(cnilInput)
    .output(cnilImport)
    .mutation(({ ctx, input }) => importCnil(ctx, input)),
  prepare: can('dpia.write')
    .input(prepareDpia)
    .output(dpiaPreparation)
    .query(({ ctx, input }) => prepare(ctx, input)),
  missing: can('dpia.read')
    .input(missingDpias)
    .output(missingDpiaList)
    .query(({ ctx, input }) => missing(ctx, input)),
  get: can('dpia.read')
    .meta({
      rest: { method: 'GET', path: one, summary: 'Get an impact assessment and what publishing it still needs' },
    })
    .input(byId)
    .output(dpia)
    .query(({ ctx, input }) => service.get(ctx, input)),
  update: can('dpia.write')
    .meta({ rest: { method: 'PUT', path: one, summary: 'Change the draft of an impact assessment' } })
    .input(updateDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('dpia.write')
    .meta({ rest: { method: 'DELETE', path: one, summary: 'Delete an impact assessment that was never published' } })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  notRequire: can('dpia.decide')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/not-required`,
        summary: 'Decide that no impact assessment is required, with the reason',
      },
    })
    .input(notRequireDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.notRequire(ctx, input)),
  reopen: can('dpia.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/reopen`,
        summary: 'Reopen an impact assessment that was decided not to be required',
      },
    })
    .input(moveDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.reopen(ctx, input)),
  start: can('dpia.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/start`,
        summary: 'Start a new impact assessment: it becomes a draft that can be published',
      },
    })
    .input(moveDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.start(ctx, input)),
  publish: can('dpia.write')
    .meta({ rest: { method: 'POST', path: `${one}/publish`, summary: 'Publish the draft as a version' } })
    .input(publishDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.publish(ctx, input)),
  carry: can('dpia.write')
    .input(byId)
    .output(dpia)
    .mutation(({ ctx, input }) => carry(ctx, input)),
  settingsChange: can('dpia.read')
    .input(byId)
    .output(settingsChange)
    .query(({ ctx, input }) => settings.settingsChange(ctx, input)),
  adoptSettings: can('dpia.write')
    .input(moveDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => settings.adoptSettings(ctx, input)),
  newVersion: can('dpia.write')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/new-version`,
        summary: 'Start the draft of the next version of a published impact assessment',
      },
    })
    .input(moveDpia)
    .output(dpia)
    .mutation(({ ctx, input }) => service.newVersion(ctx, input)),
  report: can('dpia.read')
    .meta({
      rest: { method: 'GET', path: `${one}/report`, summary: 'Get the report of an impact assessment in words' },
    })
    .input(byDpiaReport)
    .output(dpiaReport)
    .query(({ ctx, input }) => report(ctx, input)),
  reportPage: can('dpia.read')
    .input(byDpiaReport)
    .output(dpiaReportPage)
    .query(({ ctx, input }) => reportPage(ctx, input)),
  // Also while the record of processing is switched off.
  register: can('dpia.read')
    .input(byId)
    .output(dpiaContent.pick({ register: true, people: true }))
    .query(({ ctx, input }) => currentRegister(ctx, input)),
  registerChanges: can('dpia.read')
    .input(byId)
    .output(registerChangeList)
    .query(({ ctx, input }) => registerChangesOf(ctx, input)),
  versions: can('dpia.read')
    .meta({ rest: { method: 'GET', path: versions, summary: 'List the published versions of an impact assessment' } })
    .input(listVersions)
    .output(versionList)
    .query(({ ctx, input }) => service.versions(ctx, input)),
  version: can('dpia.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${versions}/version/{v}`,
        summary: 'Get a published version of an impact assessment',
      },
    })
    .input(byVersion)
    .output(dpiaVersion)
    .query(({ ctx, input }) => service.version(ctx, input)),
  decision: can('dpia.read')
    .input(byDecision)
    .output(decision)
    .query(({ ctx, input }) => service.decision(ctx, input)),
  startExport: startOf('dpias', '/{ws}/exports/dpias', 'Start an export of impact assessments'),
});
