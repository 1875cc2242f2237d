import type th from '../th/noticeDocument.ts';
import type { Shape } from '../shape.ts';

export default {
  short: 'In short',
  full: 'In full',
  table: 'Table of purposes',
  controller: 'Data controller',
  purposes: 'Purposes',
  weighsMost: 'Good to know',
  contact: 'Contact',
  requestForm: 'Online request form',
  version: 'Version',
  draft: 'Draft',
  draftOnly: 'This draft has not been published. It is not the notice that data subjects are given.',
  effectiveOn: 'Effective from',
  approvedBy: 'Approved by',
  weighs: {
    sensitive: 'Sensitive data of section 26',
    abroad: 'Data is sent or stored abroad',
    marketing: 'Data is used for marketing',
    children: 'Data of minors',
  },
  column: {
    purpose: 'Purpose',
    basis: 'Lawful basis',
    data: 'Data',
    period: 'Retention',
  },
} satisfies Shape<typeof th>;
