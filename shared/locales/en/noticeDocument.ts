import type th from '../th/noticeDocument.ts';
import type { Shape } from '../shape.ts';

export default {
  short: 'In short',
  inEnglish: 'English text',
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
  poster: {
    read: 'Read the whole notice',
    code: 'QR code to the whole notice',
    more: 'and {{number}} more purposes',
    version: 'Version {{version}}, effective from {{day}}',
    doNotHang: 'Not to be put up yet',
    mark: { draft: 'Draft', ahead: 'Not effective', earlier: 'Earlier', withdrawn: 'Withdrawn' },
    notInForce: {
      draft: 'It is not published: the QR code leads to no page yet.',
      ahead: 'This version is not effective yet. Put it up from its first day.',
      earlier: 'A newer version has replaced it. Download its poster.',
      withdrawn: 'The organisation has withdrawn this notice.',
    },
  },
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
