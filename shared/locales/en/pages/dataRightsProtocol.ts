import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dataRightsProtocol.ts';

export default {
  authorisedAgents: 'Authorised agents',
} satisfies Shape<typeof th>;
