import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dataController.ts';

export default {
  dataControllers: 'Data controllers',
} satisfies Shape<typeof th>;
