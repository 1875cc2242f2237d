import type { MailsToday } from '../../../shared/mail/today.ts';
import {
  type NotificationChannel,
  NOTIFICATION_TABS,
  type RecipientGroup,
  RECIPIENTS_LIMIT,
} from '../../../shared/incidentNotification/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/**
 * The maximum number of recipients of a notification, and how many more mails to such a group may be sent today, and by
 * whose limit.
 */
export function useMailLimits(
  channel: NotificationChannel,
  group: RecipientGroup,
): { limit: number; leftToday: number; limitedBy: MailsToday['limitedBy'] } {
  const { ws } = useSession();
  const mail = channel === 'EMAIL';
  const { data } = trpc.incidentNotification.mailLimits.useQuery({ ws }, { enabled: mail });
  const toMany = (NOTIFICATION_TABS.subject as readonly string[]).includes(group);
  return {
    limit: mail && data ? data.recipients : RECIPIENTS_LIMIT,
    leftToday: mail && data && toMany ? data.today.left : Infinity,
    limitedBy: data?.today.limitedBy ?? 'workspace',
  };
}
