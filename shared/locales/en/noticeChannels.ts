import type th from '../th/noticeChannels.ts';
import type { Shape } from '../shape.ts';

export default {
  link: {
    title: 'Public link',
    th: 'Link in Thai',
    en: 'Link in English',
    code: 'QR code to the public page of the notice',
    note: 'For signs at cameras and receptions, paper forms and leaflets.',
    keepCode: 'Download the QR code',
    posters: 'One A4 page for a wall: the data controller, purposes in short, contact and QR code.',
    posterTh: 'Poster in Thai',
    posterEn: 'Poster in English',
    notInForce: 'This notice is not effective today, and the poster says so.',
  },
} satisfies Shape<typeof th>;
