import type { Shape } from '../shape.ts';
import type th from '../th/incidentNotification.ts';

const incidentNotification = {
  tooManyRecipients: 'One notification goes to at most 1,000 recipients',
} satisfies Shape<typeof th>;

export default incidentNotification;
