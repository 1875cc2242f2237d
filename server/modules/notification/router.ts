import { z } from 'zod';
import { liveInput, markReadInput, notificationList, notificationListInput, unreadCount, unreadInput } from '../../../shared/notification.ts';
import { can, member, router } from '../../trpc.ts';
import * as service from './service.ts';

export const notificationRouter = router({
  /** Live events of the workspace, as far as the caller may see them; over a socket, resumable by `lastEventId`. */
  live: member
    .meta({ access: 'session' })
    .input(liveInput)
    .subscription(({ ctx, input }) => service.live(ctx, input)),
  list: can('activityLog.read')
    .meta({ access: 'activityLog.read' })
    .input(notificationListInput)
    .output(notificationList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  unread: can('activityLog.read')
    .meta({ access: 'activityLog.read' })
    .input(unreadInput)
    .output(unreadCount)
    .query(({ ctx, input }) => service.unread(ctx, input)),
  markRead: can('activityLog.read')
    .meta({ access: 'activityLog.read' })
    .input(markReadInput)
    .output(z.object({}))
    .mutation(({ ctx, input }) => service.markRead(ctx, input)),
});
