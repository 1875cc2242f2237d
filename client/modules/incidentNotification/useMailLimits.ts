import type { MailsToday } from '../../../shared/mail/today.ts';
import { MINUTE } from '../../../shared/duration.ts';
import {
  isUrgent,
  type NotificationChannel,
  type RecipientGroup,
  RECIPIENTS_LIMIT,
} from '../../../shared/incidentNotification/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';

/**
 * The maximum number of recipients of a notification, and how many more mails to so many of such a group may be sent
 * today, and by whose limit.
 */
export function useMailLimits(
  channel: NotificationChannel,
  group: RecipientGroup,
  recipients: number,
): { limit: number; leftToday: number; limitedBy: MailsToday['limitedBy'] } {
  const { ws } = useSession();
  const mail = channel === 'EMAIL';
  const toMany = !isUrgent(group, recipients);
  const { data } = trpc.incidentNotification.mailLimits.useQuery(
    { ws },
    {
      enabled: mail,
      // While a note of a limit is displayed: who reads it may not be notified of changes to mail servers.
      refetchInterval: ({ state }) => (toMany && state.data && state.data.today.left < recipients ? MINUTE : false),
    },
  );
  return {
    limit: mail && data ? data.recipients : RECIPIENTS_LIMIT,
    leftToday: mail && data && toMany ? data.today.left : Infinity,
    limitedBy: data?.today.limitedBy ?? 'workspace',
  };
}
