import type th from '../th/noticeChannels.ts';
import type { Shape } from '../shape.ts';

export default {
  link: {
    title: 'Public link',
    th: 'Link in Thai',
    en: 'Link in English',
    code: 'QR code to the notice’s public page',
    note: 'For CCTV signs, reception desks, paper forms and leaflets.',
    posters: 'A one-page A4 poster with the data controller, a summary of purposes, contact details and the QR code.',
    posterTh: 'Poster in Thai',
    posterEn: 'Poster in English',
    notInForce: 'This notice is not live today, and the poster says so.',
  },
  embed: {
    title: 'On other websites',
    language: 'Language of the code',
    th: 'Thai',
    en: 'English',
    lead: 'Paste this where the notice should appear. The page displays a summary of the live version with a link to the full notice. It sets no cookies, and remains a plain link where the script cannot run.',
    script: 'Code that displays a summary of the notice',
    linkLead: 'A website that blocks external scripts can use the link alone.',
    link: 'Link to the notice',
    policyLead: 'If the website has a Content-Security-Policy, add these values.',
    policy: 'Values to add',
  },
  views: {
    title: 'Views of the public page',
    lead: 'By day and language. Nothing is kept about who opened the page, and pages served by external caches are not counted.',
    th: 'Thai',
    en: 'English',
    total_one: '{{number}} view, {{previous}} in the period before',
    total_other: '{{number}} views, {{previous}} in the period before',
    none: 'No views in this period',
    describe_one: '{{th}} view in Thai, {{en}} in English',
    describe_other: '{{th}} views in Thai, {{en}} in English',
  },
} satisfies Shape<typeof th>;
