import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/mailServer.ts';

export default {
  mailServers: 'Mail servers',
} satisfies Shape<typeof th>;
