import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/requestForm.ts';

export default {
  requestForms: 'Request forms',
  requestForm: 'Request form',
} satisfies Shape<typeof th>;
