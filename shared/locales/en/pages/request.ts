import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/request.ts';

export default {
  dsrmDashboard: 'Request dashboard',
  requests: 'Data-subject requests',
  requestsInMenu: 'Requests',
  request: 'Data-subject request',
} satisfies Shape<typeof th>;
