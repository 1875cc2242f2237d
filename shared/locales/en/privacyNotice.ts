import type th from '../th/privacyNotice.ts';
import type { Shape } from '../shape.ts';

export default {
  registerTitle: 'Privacy notices',
  export: {
    name: 'Notice',
    kind: 'Kind',
    controller: 'Data controller',
    status: 'Status',
    version: 'Newest version',
    versionInForce: 'Version effective today',
    publishedAt: 'Published',
    effectiveOn: 'Effective from',
    reviewOn: 'Review on',
    applications: 'Applications',
    drifted: 'Up to date',
    driftedAt: 'Differs from the RoPA since',
    sha256: 'SHA-256 of the newest version',
    sha256Th: 'SHA-256, Thai',
    sha256En: 'SHA-256, English',
  },
  incomplete: 'The notice cannot be published yet. Fill in what is missing first.',
  notFound: 'This privacy notice does not exist',
  mailing: {
    notOwed:
      'Email can be sent about the newest version alone, when people are to be notified of it again and the notice is not withdrawn',
    started: 'Email about this version has been sent already. Each person gets one for each version',
    toNobody: 'No consent is on file for the applications of this notice. Use the website or the reception instead',
    noMailServer: 'Email cannot be sent, because no mail server is set up. Contact those who run the system',
  },
  unchanged: 'The notice is the same as version {{version}}, so there is nothing to publish.',
  reasonNeeded: 'Data subjects are to be notified again of some of the changes. Give a reason if they are not.',
  ofConsentForm:
    'The consent form {{names}} leads to this notice. Choose another notice in the form and publish it, or deactivate the form, then try again.',
  ofApplication:
    'This application cannot be deleted because the notice “{{name}}” refers to it. Remove it from the notice first.',
  withdrawnNow: 'This notice has been withdrawn. Restore it before you publish a new version.',
  twice: 'Something is listed twice. Choose each item only once.',
  noApplication: 'Choose at least one application.',
  notPublished: 'This application has not been published. Publish it first: a notice uses published data only.',
  acknowledgeAge: 'Acknowledge the data of minors before publishing.',
  acknowledgeSensitive: 'Acknowledge the sensitive data before publishing.',
  elsewhereAway: 'That notice is not effective today. Choose another, or say it in this notice.',
  gap: 'Something that the act requires is missing.',
  clock: { review: 'Review', effective: 'New version effective' },
  exportTitle: 'Privacy notice',
  forGood: 'an unlimited period',
} satisfies Shape<typeof th>;
