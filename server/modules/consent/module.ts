import { defineModule } from '../../platform/modules/manifest.ts';
import { nameOf } from '../../platform/records/names.ts';
import { CONSENT_LIST } from '../../../shared/consent/schema.ts';
import { consentEmbed } from './embed.ts';
import { overview } from './overview.ts';
import { consentRouter } from './router.ts';
import { picture } from './files.ts';
import { sealedSecret } from './secret.ts';

export const consentModule = defineModule({
  name: 'consent',
  router: consentRouter,
  firstLists: { consents: { procedure: 'list', rule: CONSENT_LIST } },
  embed: consentEmbed,
  paths: ['/consent/form/', '/consent/forms/'],
  overview,
  files: [picture],
  demo: async () => (await import('./demo.ts')).demo,
  exportSubjects: { consent: (trx, workspaceId, id) => nameOf(trx, workspaceId, 'consents', id) },
  sealed: [sealedSecret],
});
