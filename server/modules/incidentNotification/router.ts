import {
  answerDeliveries,
  byNotification,
  createNotification,
  deliveryList,
  draftInput,
  incidentNotification,
  incidentNotificationList,
  listDeliveries,
  listIncidentNotifications,
  listNotified,
  notificationDraft,
  notificationLimits,
  notifiedList,
  resendNotification,
  sendNotification,
  stopNotification,
  updateNotification,
} from '../../../shared/incidentNotification/schema.ts';
import { byId, inWorkspace } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import { draft } from './draft.ts';
import * as followUp from './followUp.ts';
import * as owed from './owed.ts';
import * as service from './service.ts';

const path = '/{ws}/incidents/{id}/notifications';

export const incidentNotificationRouter = router({
  incidents: can('incident.notify')
    .input(listNotified)
    .output(notifiedList)
    .query(({ ctx, input }) => owed.list(ctx, input)),
  list: can('incident.notify')
    .meta({
      rest: { method: 'GET', path, summary: 'List the notifications of an incident' },
    })
    .input(listIncidentNotifications)
    .output(incidentNotificationList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  mailLimits: can('incident.notify')
    .input(inWorkspace)
    .output(notificationLimits)
    .query(({ ctx }) => service.mailLimits(ctx)),
  create: can('incident.notify')
    .meta({
      rest: {
        method: 'POST',
        path,
        summary: 'Notify somebody of an incident by email, record that they were notified, or save a draft',
        status: 201,
      },
    })
    .input(createNotification)
    .output(incidentNotification)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('incident.notify')
    .input(updateNotification)
    .output(incidentNotification)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  send: can('incident.notify')
    .input(sendNotification)
    .output(incidentNotification)
    .mutation(({ ctx, input }) => service.send(ctx, input)),
  resend: can('incident.notify')
    .input(resendNotification)
    .output(incidentNotification)
    .mutation(({ ctx, input }) => followUp.resend(ctx, input)),
  answer: can('incident.notify')
    .input(answerDeliveries)
    .output(incidentNotification)
    .mutation(({ ctx, input }) => followUp.answer(ctx, input)),
  stop: can('incident.notify')
    .input(stopNotification)
    .output(incidentNotification)
    .mutation(({ ctx, input }) => followUp.stop(ctx, input)),
  deliveries: can('incident.notify')
    .input(listDeliveries)
    .output(deliveryList)
    .query(({ ctx, input }) => followUp.deliveries(ctx, input)),
  remove: can('incident.notify')
    .input(byNotification)
    .output(byId.pick({ id: true }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  // By POST: the reason for a late notification is free text, which must not appear in an address.
  draft: can('incident.notify')
    .input(draftInput)
    .output(notificationDraft)
    .mutation(({ ctx, input }) => draft(ctx, input)),
});
