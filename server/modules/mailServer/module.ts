import { defineModule } from '../../platform/modules/manifest.ts';
import { faultAnnouncing } from './announce.ts';
import { mailboxReading } from './mailbox/reading.ts';
import { MAILBOX_PASSWORD_CONTEXT } from './mailbox/settings.ts';
import { outgoing } from './outgoing.ts';
import { failureRetention } from './retention.ts';
import { mailServerRouter } from './router.ts';
import { mailRoutes } from './routes.ts';
import { DKIM_CONTEXT, PASSWORD_CONTEXT } from './settings.ts';

export const mailServerModule = defineModule({
  name: 'mailServer',
  router: mailServerRouter,
  mailRoutes,
  schedules: [faultAnnouncing, mailboxReading],
  retention: [failureRetention],
  outgoing,
  systemSealed: [
    { table: 'mailServers', column: 'password', context: PASSWORD_CONTEXT },
    { table: 'mailServers', column: 'dkimKey', context: DKIM_CONTEXT },
    { table: 'mailServerMailboxes', column: 'password', context: MAILBOX_PASSWORD_CONTEXT },
  ],
});
