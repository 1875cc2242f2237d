import { defineModule } from '../modules/manifest.ts';
import { MAIL_CONTEXT } from './content.ts';
import { mailRouter } from './router.ts';

export const mailModule = defineModule({
  name: 'mail',
  router: mailRouter,
  systemSealed: [{ table: 'mails', column: 'payload', context: MAIL_CONTEXT }],
});
