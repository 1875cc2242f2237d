import type { Shape } from '../shape.ts';
import type th from '../th/noticeEmbed.ts';

export default {
  controller: 'Data controller',
  purposes: 'Purposes',
  more: 'and {number} more',
  weighsMost: 'Good to know',
  weighs: {
    sensitive: 'Sensitive data (section 26)',
    abroad: 'Data is sent or stored abroad (section 28)',
    marketing: 'Data is used for marketing',
    children: 'Data of minors (section 20)',
  },
  rights: 'Exercise your rights',
  form: 'Online request form',
  byContact: 'Through the contact details below',
  contact: 'Contact',
  version: 'Version {number}, effective from {day}',
  full: 'Read the full notice',
  withdrawn: 'The organisation has withdrawn this notice. It is kept here for reference.',
} satisfies Shape<typeof th>;
