import type { Shape } from '../shape.ts';
import type th from '../th/menu.ts';

export default {
  group: {
    dashboard: 'Overview',
    organization: 'Organisation',
    businessFunction: 'Processing activities',
    piiInventory: 'Personal data',
    consent: 'Consent',
    dsrm: 'Data subject requests',
    dataBreach: 'Data breaches',
    dpoTools: 'DPO tools',
  },
} satisfies Shape<typeof th>;
