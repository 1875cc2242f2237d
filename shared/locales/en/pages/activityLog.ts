import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/activityLog.ts';

export default {
  activityLogs: 'Activity log',
} satisfies Shape<typeof th>;
