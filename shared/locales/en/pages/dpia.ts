import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/dpia.ts';

export default {
  dpias: 'Impact assessments (DPIA)',
  dpiasInMenu: 'DPIA',
  dpiaSettings: 'DPIA settings',
  dpia: 'DPIA',
  dpiasVersion1: 'DPIA, older form',
  dpiaVersion1Setting: 'Settings of the older DPIA',
  dpiaVersion1: 'DPIA, older form',
} satisfies Shape<typeof th>;
