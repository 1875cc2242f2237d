import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/securityLog.ts';

export default {
  securityLogs: 'Security log',
} satisfies Shape<typeof th>;
