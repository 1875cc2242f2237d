import type { Shape } from '../../shape.ts';
import type th from '../../th/pages/shell.ts';

/** Addresses that open the first page of a group of the menu. */
export default {
  businessFunction: 'Processing activities',
  dataBreach: 'Data breaches',
  dpoTools: 'DPO tools',
  dsrm: 'Data subject requests',
  organization: 'Organisation',
  piiInventory: 'Personal data',
} satisfies Shape<typeof th>;
