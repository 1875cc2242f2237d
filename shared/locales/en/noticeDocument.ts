import type th from '../th/noticeDocument.ts';
import type { Shape } from '../shape.ts';

export default {
  short: 'Summary',
  inEnglish: 'English text',
  full: 'Full text',
  table: 'Table of purposes',
  controller: 'Data controller',
  purposes: 'Purposes',
  weighsMost: 'Good to know',
  contact: 'Contact',
  rights: 'Exercise your rights',
  byContact: 'Through the contact details below',
  version: 'Version',
  draft: 'Draft',
  mark: { draft: 'Draft', ahead: 'Not effective yet', earlier: 'Earlier', withdrawn: 'Withdrawn' },
  notInForce: {
    draft: 'This draft has not been published. It is not the notice given to data subjects.',
    ahead: 'This version is not effective yet.',
    earlier: 'This is an earlier version. A newer one has replaced it.',
    withdrawn: 'The organisation has withdrawn this notice.',
  },
  effectiveOn: 'Effective from',
  approvedBy: 'Approved by',
  poster: {
    read: 'Read the full notice',
    code: 'QR code to the full notice',
    more_one: 'and {{number}} more purpose',
    more_other: 'and {{number}} more purposes',
    version: 'Version {{version}}, effective from {{day}}',
    doNotHang: 'Do not display yet',
    notInForce: {
      draft: 'This notice is not published yet, so the QR code does not lead to a page.',
      ahead: 'This version is not effective yet. Display it from the day on which it is effective.',
      earlier: 'A newer version has replaced this one. Download its poster.',
      withdrawn: 'The organisation has withdrawn this notice.',
    },
  },
  weighs: {
    sensitive: 'Sensitive data (section 26)',
    abroad: 'Data is sent or stored abroad (section 28)',
    marketing: 'Data is used for marketing',
    children: 'Data of minors (section 20)',
  },
  column: {
    purpose: 'Purpose',
    basis: 'Lawful basis',
    data: 'Data',
    period: 'Retention',
  },
} satisfies Shape<typeof th>;
