import { z } from 'zod';
import { ACTIVITY_MODULES } from '../registry/events.ts';
import { inWorkspace, LIMITED } from '../text.ts';

export { LIVE_POSITION_HEADER } from '../constants.ts';

/** `lastEventId` is the `seq` of the last event the client has; left out, the stream begins now. */
export const liveInput = inWorkspace.extend({ lastEventId: z.string().max(64, LIMITED).optional() });

const ofModule = z.enum(['ALL', ...ACTIVITY_MODULES]).default('BUSINESS');

export const notificationListInput = inWorkspace.extend({
  module: ofModule,
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
  /** `nextCursor` of the page before. */
  cursor: z.string().max(100, LIMITED).optional(),
});
export type NotificationListInput = z.infer<typeof notificationListInput>;

/** One line of the bell. */
const notification = z.object({
  id: z.uuid(),
  /** `<module> : <sentence>`, in the caller's language. */
  text: z.string(),
  /** The sentence alone: what stands after the separator. */
  title: z.string(),
  createdAt: z.string(),
  module: z.string(),
  event: z.string(),
  entity: z.string(),
  entityId: z.uuid(),
  /** Newer than the mark, and not done by the caller. */
  unread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationList = z.object({ collection: z.array(notification), nextCursor: z.string().nullable() });

/** Most unread lines that are counted. */
export const UNREAD_LIMIT = 99;
export const unreadInput = inWorkspace.extend({ module: ofModule });
/** `more`: there are more than `UNREAD_LIMIT`. */
export const unreadCount = z.object({ count: z.number().int().min(0).max(UNREAD_LIMIT), more: z.boolean() });

/** `upTo`: when the newest line that was shown was created; left out, everything until now is read. */
export const markReadInput = inWorkspace.extend({
  upTo: z.iso.datetime({ offset: true, error: 'errors:date' }).optional(),
});
