import { openClocks } from '../../../shared/incident/clock.ts';
import { incidentSettings, updateIncidentSettings } from '../../../shared/incident/settings.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { openClocks as readOpenClocks } from './openClocks.ts';
import * as settings from './settings.ts';

export const incidentSettingsRouter = router({
  get: can('incident.read')
    .output(incidentSettings)
    .query(({ ctx }) => settings.get(ctx)),
  update: can('incident.verify')
    .input(updateIncidentSettings)
    .output(incidentSettings)
    .mutation(({ ctx, input }) => settings.update(ctx, input)),
  renewLink: can('incident.verify')
    .output(incidentSettings)
    .mutation(({ ctx }) => settings.renewLink(ctx)),
});

/** `incident.clocks`. */
export const clocks = can('incident.clocks')
  .output(openClocks)
  .query(({ ctx }) => readOpenClocks(ctx));
