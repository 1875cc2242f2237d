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
  embed: {
    title: 'On other websites',
    language: 'Language of the code',
    th: 'Thai',
    en: 'English',
    lead: 'Paste this where the notice should stand. The page shows the current version in short, with a link to the whole notice. It sets no cookie, and stays a plain link where the script does not run.',
    script: 'Code that shows the notice in short',
    linkLead: 'A website that takes no scripts of others uses the link alone.',
    link: 'Link to the notice',
    policyLead: 'A website with a Content-Security-Policy adds these values to it.',
    policy: 'Values to add',
  },
  views: {
    title: 'Views of the public page',
    lead: 'By day and language. Nothing is kept about who opened it, and pages that caches of others answer are not counted.',
    th: 'Thai',
    en: 'English',
    total: 'Views: {{number}}. In the period before: {{previous}}.',
    none: 'No views in this period',
    describe: '{{th}} views in Thai, {{en}} in English',
  },
} satisfies Shape<typeof th>;
