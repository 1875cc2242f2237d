import type { Shape } from '../shape.ts';
import type requestGuideTh from '../th/requestGuide.ts';

export default {
  guide: { web: 'Website (JS form)', page: 'Request form page', api: 'Custom API', sdk: 'Mobile app (SDK)' },
  notPublished: 'This form is not published yet. The links and code below work once it is.',
  inactive: 'This form is deactivated. The links and code below take no requests until it is reactivated.',
  closed: 'This channel is closed: requests sent through it are refused until you open it in the settings alongside.',
  webLead:
    'Add the pieces to your site in this order. The ids of the workspace and the form are included; change only the visitor’s details. Click a block to copy it.',
  apiLead:
    'For systems that display the form and send requests themselves, such as a counter or a call centre. Every command can be tried in a terminal without changes. A request answered with 201 is never lost.',
  tokenNote:
    'This form accepts tokens. With a token, the data subject need not confirm their identity; a guardian who must confirm still does. The commands below read it from the variable TOKEN, which may be empty.',
  description: 'About this form',
  ownPage: {
    title: 'Request form page',
    lead: 'Send this link to data subjects or put it in your privacy notice. No website of your own is needed.',
    link: 'Link to the form',
    linkEnglish: 'Link in English',
    qr: 'QR code of the link to the request form',
    poster: 'Print it for counters, receipts or documents. Scanning it opens the form.',
  },
  piece: {
    include: {
      title: 'Include the script',
      lead: 'Place it in the <head> of pages with a button that opens the form. The page loads without waiting for it; the code of the next steps runs after it, in order.',
    },
    init: {
      title: 'Start with the visitor',
      lead: 'Values in defaultValues are filled in and can be changed. Leave out any you do not know.',
    },
    show: {
      title: 'Open the form',
      lead: 'A button or link where it is easily found, such as the foot of the page or the customer’s account.',
    },
    sent: {
      title: 'Know when a request was sent',
      lead: 'The event request:sent has the request number in requestId and the date to confirm by in verifyBy.',
    },
    style: {
      title: 'Style of the page (optional)',
      lead: 'The form brings its own style. This file lets you set its stacking order with --pokpong-z-index.',
    },
    form: {
      title: 'Read the live form',
      lead: 'Its texts in both languages, its rights with their options, and the version that a request must name.',
    },
    submit: {
      title: 'Send a request',
      lead: 'Use a new Idempotency-Key for every request, and the same one when you send it again for lack of a confirmation: it is recorded once. selectedRightRequestOptions are the positions of the options, from 0.',
    },
    attach: {
      title: 'Attach a file',
      lead: 'Send the file before the request: at most 20 MB, in parts of the size given in the response. Then put requestedAttachment and uploadToken into the request.',
    },
    node: {
      title: 'Create a JWT on your server',
      lead: 'A token is valid for one request and at most one hour. Keep the secret on the server only.',
    },
    use: {
      title: 'Show the form',
      lead: 'Open it from the privacy menu or the account page. After sending, it displays the request number and how to confirm the identity; your app also gets the number.',
    },
  },
  option: {
    dsrmFormId: 'Id of this request form',
    uid: 'Your own id of the visitor, 200 characters at most; may be left out',
    defaultValues: 'Values that are filled in already; each may be left out',
    template: 'logo, fontFamilyName and fontUrl, instead of those of the form',
  },
  answer: {
    created: { code: '201', meaning: 'Received. requestId is the request number, verifyBy the date to confirm by.' },
    replayed: {
      code: '200 + Idempotency-Replayed',
      meaning: 'Already received under this Idempotency-Key; the same response again.',
    },
    token: {
      code: '401 requestSubmission.token…',
      meaning: 'The token has expired, has been used, or belongs to another uid. Get a new one.',
    },
    limited: {
      code: '429 requestSubmission.workNeeded',
      meaning:
        'Without a token or proof of work, one address can send 10 requests an hour and a form can take 100. Send a token, or read the form’s …/challenge, do the work as the API documentation describes and send it in work.',
    },
    closed: { code: '403 requestSubmission.channel', meaning: 'This channel is closed. Open it in the settings.' },
    inactive: {
      code: '409 requestSubmission.inactive',
      meaning: 'The form is deactivated and takes no requests. Reactivate it first.',
    },
    outdated: {
      code: '409 requestSubmission.versionOutdated',
      meaning: 'A chosen right is no longer in the form: read the form again and let the data subject choose again.',
    },
    otherBody: {
      code: '422 requestSubmission.idempotencyKey',
      meaning: 'The same Idempotency-Key with different content. Use a new one.',
    },
  },
  channels: {
    web: 'Website',
    webHelp: 'The form embedded by script',
    page: 'Request form page',
    pageHelp: 'Opened by link or QR code; no website needed',
    api: 'Custom API',
    apiHelp: 'Your systems send requests themselves',
    mobile: 'Mobile app',
    mobileHelp: 'Requests from the SDK',
  },
  token: {
    title: 'Signed-in customers',
    accepts: 'Confirm identity by token',
    acceptsHelp:
      'Your website vouches for signed-in customers with a JWT signed with the secret; such a request needs no further confirmation, except by a minor’s guardian. Without a token, people can still send requests and confirm by email.',
    needsSecret: 'Create a secret first',
    replaceBody: 'Tokens signed with the old secret stop working immediately, until your server uses the new one.',
  },
  protocol: {
    title: 'Data Rights Protocol',
    on: 'Accept requests from authorised agents',
    help: 'Authorised agents may send requests on behalf of data subjects by Data Rights Protocol 1.0.',
    address: 'Address for agents (API base)',
    agents: 'Agents and business id',
  },
} satisfies Shape<typeof requestGuideTh>;
