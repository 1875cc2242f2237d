import type th from '../th/privacyNotice.ts';
import type { Shape } from '../shape.ts';

export default {
  registerTitle: 'Privacy notices',
  export: {
    name: 'Notice',
    kind: 'Type',
    controller: 'Data controller',
    status: 'Status',
    version: 'Newest version',
    versionInForce: 'Live version',
    publishedAt: 'Published',
    effectiveOn: 'Effective from',
    reviewOn: 'Review date',
    applications: 'Applications',
    drifted: 'Up to date',
    driftedAt: 'Differs from the RoPA since',
    sha256: 'SHA-256 of the newest version',
    sha256Th: 'SHA-256, Thai',
    sha256En: 'SHA-256, English',
  },
  incomplete: 'The notice cannot be published yet. Fill in what is missing first.',
  notFound: 'This privacy notice was not found; it may have been deleted. Open the list again.',
  mailing: {
    notOwed:
      'Emails can only be sent for the newest version of a notice in use, when data subjects must be notified again. Open the newest version and check.',
    started:
      'Emails about this version have already been sent; each person gets only one. Reload the page to view the results.',
    toNobody: 'No one has given consent to the applications of this notice. Use the website or the reception instead.',
    noMailServer: 'Emails cannot be sent because no mail server is set up. Contact an Admin.',
  },
  unchanged:
    'The notice is identical to version {{version}}, so nothing was published. Change it before publishing again.',
  reasonNeeded: 'Some changes require notifying data subjects again. Give a reason if they are not to be notified.',
  ofConsentForm:
    'The consent form {{names}} links to this notice. Choose another notice in the form and publish it, or deactivate the form, then try again.',
  ofApplication:
    'This application cannot be deleted because the notice “{{name}}” refers to it. Remove it from the notice first.',
  ofApplicationWithdrawn:
    'This application cannot be deleted because the draft of the withdrawn notice “{{name}}” refers to it. Restore the notice, remove the application from its draft, then withdraw the notice again.',
  withdrawnNow: 'This notice has been withdrawn. Restore it before publishing a new version or requesting approval.',
  twice: 'There is a duplicate entry. Choose each entry only once.',
  noApplication: 'Choose at least one application.',
  notPublished: 'This application has not been published. Publish it first: a notice uses only published data.',
  otherController:
    'This application belongs to another data controller. Remove it: a notice states who the data controller is (section 23(5)).',
  reviewPassed: 'The review date has passed. Choose today or a later date.',
  acknowledgeAge: 'Acknowledge the use of minors’ data before publishing.',
  acknowledgeSensitive: 'Acknowledge the use of sensitive data before publishing.',
  elsewhereAway: 'That notice is not live today. Choose another, or state this in the present notice.',
  gap: 'Information required by law is missing. Add it.',
  clock: { review: 'Review', effective: 'New version effective' },
  exportTitle: 'Privacy notice',
  forGood: 'an indefinite period',
  /** Its card on the programme overview. */
  overview: {
    title: 'Privacy notices',
    notices: 'Notices',
    published: 'Published',
    drifted: 'Differ from the RoPA',
    uncovered: 'Applications without a notice',
  },
} satisfies Shape<typeof th>;
