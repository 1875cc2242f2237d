import {
  type NotificationAction,
  notificationStatus,
  type NotificationStatus,
} from '../../../shared/incidentNotification/schema.ts';
import type { PersonnelActor } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { MoveRule, Workflow } from '../../platform/workflow/workflow.ts';
import type { Stored } from './queries.ts';

/** When somebody was notified by it, and the reason if late. */
interface Sending {
  readonly notifiedAt: Date;
  readonly lateReason?: string;
}

interface NotificationMoves {
  table: 'incidentNotifications';
  record: { readonly id: string; readonly status: NotificationStatus };
  state: NotificationStatus;
  action: NotificationAction;
  actor: PersonnelActor;
  inputs: { edit: Stored; send: Sending; resend: Sending; stop: { readonly reason: string } };
  facts: object;
  notice: object;
}

const sending: MoveRule<NotificationMoves, Sending> = {
  columns: ({ actor, input: { notifiedAt, lateReason } }) => ({
    notifiedAt,
    sentAt: actor.at,
    sentBy: actor.personnelId,
    ...(lateReason && { lateReason }),
  }),
};

const NOT_OPEN = {
  edit: 'sent',
  send: 'sent',
  resend: 'nothingFailed',
  answer: 'nothingFailed',
  stop: 'nothingWaits',
} as const satisfies Record<NotificationAction, string>;

/**
 * How notifications move. Their incident is locked, so that they are counted one at a time. Events and mails are those
 * of the incident, written by the service.
 */
export const notificationWorkflow: Workflow<NotificationMoves> = {
  table: 'incidentNotifications',
  machine: notificationStatus,
  stateOf: ({ status }) => status,
  notOpen: (_notification, action) => appError(`incidentNotification.${NOT_OPEN[action]}`),
  moves: {
    edit: { columns: ({ input }) => ({ ...input }) },
    send: sending,
    resend: sending,
    stop: { columns: ({ actor, input: { reason } }) => ({ stoppedAt: actor.at, stopReason: reason }) },
  },
};
