import { defineModule } from '../modules/manifest.ts';
import { MAIL_CONTEXT } from './content.ts';
import { outgoing } from './outgoing.ts';
import { mailRouter } from './router.ts';

export const mailModule = defineModule({
  name: 'mail',
  router: mailRouter,
  outgoing,
  schedules: [{ name: 'mails.send', cron: '* * * * *', run: async ({ mailer }) => mailer.kick() }],
  systemSealed: [{ table: 'mails', column: 'payload', context: MAIL_CONTEXT }],
});
