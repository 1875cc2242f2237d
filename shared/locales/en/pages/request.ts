import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/request.ts';

export default {
  requestDashboard: 'Request dashboard',
  requests: 'Data subject requests',
  requestsInMenu: 'Requests',
  requestImport: 'Import requests',
  requestSettings: 'Request settings',
  requestSettingsInMenu: 'Settings',
  request: 'Data subject request',
} satisfies Shape<typeof th>;
