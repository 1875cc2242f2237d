import { z } from 'zod';
import {
  liveInput,
  markReadInput,
  notificationList,
  notificationListInput,
  unreadCount,
  unreadInput,
} from '../../../shared/notification/schema.ts';
import { member, memberEvenIfClosed, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const notificationRouter = router({
  /**
   * Live events of the workspace that the caller can read; over a socket, resumable by `lastEventId`. Of a closed one,
   * only that it is open again.
   */
  live: memberEvenIfClosed.input(liveInput).subscription(({ ctx, input }) => service.live(ctx, input)),
  /** The caller's bell: events for all who can read the activity log, or for them by name. */
  list: member
    .input(notificationListInput)
    .output(notificationList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  unread: member
    .input(unreadInput)
    .output(unreadCount)
    .query(({ ctx, input }) => service.unread(ctx, input)),
  markRead: member
    .input(markReadInput)
    .output(z.object({}))
    .mutation(({ ctx, input }) => service.markRead(ctx, input)),
});
