import { z } from 'zod';
import { addActivity, incidentActivity, removeActivity, updateActivity } from '../../../shared/incident/activity.ts';
import { acceptIncident, decideRisk } from '../../../shared/incident/decision.ts';
import {
  assignIncident,
  createIncident,
  incident,
  incidentList,
  incidentMonths,
  incidentSuggestion,
  listIncidents,
  moveIncident,
  moveWithReason,
  resolveIncident,
  suggestIncident,
  updateIncident,
  verifyIncident,
} from '../../../shared/incident/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { startOf } from '../../platform/exports/startOf.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as activities from './activities.ts';
import { move } from './moves.ts';
import { list, months } from './list.ts';
import * as service from './service.ts';
import { clocks, incidentSettingsRouter } from './settingsRouter.ts';
import { suggest } from './suggest.ts';

const path = '/{ws}/incidents';
const one = `${path}/{id}`;

const activitiesRouter = router({
  add: can('incident.respond')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/activities`,
        summary: 'Record an activity of the response to an incident',
        status: 201,
      },
    })
    .input(addActivity)
    .output(incidentActivity)
    .mutation(({ ctx, input }) => activities.add(ctx, input)),
  update: can('incident.respond')
    .meta({
      rest: {
        method: 'PUT',
        path: `${one}/activities/{aid}`,
        summary: 'Change an activity of the response to an incident',
      },
    })
    .input(updateActivity)
    .output(incidentActivity)
    .mutation(({ ctx, input }) => activities.update(ctx, input)),
  remove: can('incident.respond')
    .meta({
      rest: {
        method: 'DELETE',
        path: `${one}/activities/{aid}`,
        summary: 'Remove an activity of the response to an incident',
      },
    })
    .input(removeActivity)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => activities.remove(ctx, input)),
});

export const incidentRouter = router({
  list: can('incident.read')
    .meta({
      rest: { method: 'GET', path, summary: 'List incidents; Staff get those they reported or are assigned to' },
    })
    .input(listIncidents)
    .output(incidentList)
    .query(({ ctx, input }) => list(ctx, input)),
  months: can('incident.read')
    .output(incidentMonths)
    .query(({ ctx }) => months(ctx)),
  create: can('incident.report')
    .meta({
      rest: {
        method: 'POST',
        path,
        summary: 'Start the report of an incident; its clock runs from then on',
        status: 201,
        header: 'reporter-id',
      },
    })
    .input(createIncident)
    .output(incident)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  get: can('incident.read')
    .meta({
      rest: { method: 'GET', path: one, summary: 'Get an incident with its clock, activities, steps and decisions' },
    })
    .input(byId)
    .output(incident)
    .query(({ ctx, input }) => service.get(ctx, input)),
  update: can('incident.report')
    .meta({ rest: { method: 'PUT', path: one, summary: 'Change the report of an incident' } })
    .input(updateIncident)
    .output(incident)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  submit: can('incident.report')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/submit`,
        summary: 'Submit the report of an incident to the data protection officer',
        header: 'reporter-id',
      },
    })
    .input(moveIncident)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'submit', input)),
  accept: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/accept`,
        summary: 'Accept the report of an incident: decide its risk and assign it',
        header: 'dpo-id',
      },
    })
    .input(acceptIncident)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'accept', input)),
  reject: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/reject`,
        summary: 'Reject the report of an incident with a reason',
        header: 'dpo-id',
      },
    })
    .input(moveWithReason)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'reject', input)),
  revise: can('incident.report')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/revise`,
        summary: 'Take a rejected report of an incident up again',
        header: 'reporter-id',
      },
    })
    .input(moveIncident)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'revise', input)),
  assign: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/assign`,
        summary: 'Assign an incident to somebody else',
        header: 'dpo-id',
      },
    })
    .input(assignIncident)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'assign', input)),
  decideRisk: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/decide`,
        summary: 'Decide the risk of an incident anew',
        header: 'dpo-id',
      },
    })
    .input(decideRisk)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'decideRisk', input)),
  resolve: can('incident.respond')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/activities/resolve`,
        summary: 'Submit the response to an incident for verification',
      },
    })
    .input(resolveIncident)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'resolve', input)),
  verify: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/verify`,
        summary: 'Verify the response to an incident and close it',
        header: 'dpo-id',
      },
    })
    .input(verifyIncident)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'verify', input)),
  sendBack: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/send-back`,
        summary: 'Send the response to an incident back with a reason',
        header: 'dpo-id',
      },
    })
    .input(moveWithReason)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'sendBack', input)),
  reopen: can('incident.verify')
    .meta({
      rest: {
        method: 'POST',
        path: `${one}/reopen`,
        summary: 'Open a closed incident again with a reason',
        header: 'dpo-id',
      },
    })
    .input(moveWithReason)
    .output(incident)
    .mutation(({ ctx, input }) => move(ctx, 'reopen', input)),
  suggest: can('incident.report')
    .input(suggestIncident)
    .output(incidentSuggestion)
    .query(({ ctx, input }) => suggest(ctx, input)),
  startExport: startOf('incidents', '/{ws}/exports/incidents', 'Start an export of the register of breach incidents'),
  clocks,
  activities: activitiesRouter,
  settings: incidentSettingsRouter,
});
