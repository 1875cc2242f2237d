import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dataRight.ts';

export default {
  dataRights: 'Rights of data subjects',
} satisfies Shape<typeof th>;
