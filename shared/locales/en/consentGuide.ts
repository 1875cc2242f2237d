import type { Shape } from '../shape.ts';
import type consentGuideTh from '../th/consentGuide.ts';

export default {
  guide: { web: 'Website (JS web form)', api: 'Custom API', sdk: 'Mobile app (SDK)' },
  notPublished: 'This form is not published yet. The code below works once it is.',
  closed:
    'This channel is closed: only withdrawals sent through it are accepted, until you open it in the settings alongside.',
  webLead:
    'Add the pieces to your site in this order. The ids of the workspace and the application are included; change only the visitor’s details. Click a block to copy it.',
  apiLead:
    'For systems that display the form and send responses themselves. Every command can be tried in a terminal without changes. A confirmed response is never lost.',
  piece: {
    include: {
      title: 'Include the script',
      lead: 'Place it in the <head> of every page that requests or reads consent. The page does not wait for the script: commands called before it has loaded run once it is ready. Code added earlier still works, but makes the page wait.',
    },
    init: {
      title: 'Start with the visitor',
      lead: 'Replace the uid with your own id of the visitor. Without one, a random id is created and kept in that browser.',
    },
    show: {
      title: 'Let people change their mind',
      lead: 'Place a button or link where it is easily found, such as the foot of the page. Withdrawing must be as easy as giving consent.',
    },
    answer: {
      title: 'Use the response on the page',
      lead: 'Do what needs consent only while the purpose is in the list. No response yet, or no connection, means no consent.',
    },
    form: {
      title: 'Read the live form',
      lead: 'Its texts in both languages, its purposes, and the version that a response must name.',
    },
    submit: {
      title: 'Send a response',
      lead: 'Use a new random UUID as Idempotency-Key for every response, and the same one when you send it again for lack of a confirmation: it is recorded once.',
    },
    status: {
      title: 'Look up the current consent',
      lead: 'Do this before anything that needs consent. When askAgain is true, request consent from the data subject again.',
    },
    withdraw: {
      title: 'Withdraw consent',
      lead: 'Send the action NONE without purposes. It takes effect as soon as it is confirmed.',
    },
    node: {
      title: 'Create a JWT on your server',
      lead: 'A token is valid for one response and at most one hour. Keep the secret on the server only. The commands above read the token from the variable TOKEN.',
    },
    use: {
      title: 'Request consent and use the response',
      lead: 'Display the form while there is no response, and turn on what needs consent only while the purpose is in the list.',
    },
  },
  option: {
    applicationUUID: 'Id of the application of this form',
    uid: 'Your own id of the visitor, 200 characters at most',
    name: 'The visitor’s name, kept encrypted with the proof; may be left out',
    source: 'Where the response comes from, for the statistics; the site’s name unless given',
    sourceCheck: 'true: only a response given at this source counts',
    autoShowIfNoConsent:
      'true: the form appears automatically while there is no response, or when the purposes have changed',
    hideIfAllow: 'true: the form is not displayed once everything is consented to, unless the visitor opens it',
    googleConsentMode:
      'true: passes the choice to Google tags through Consent Mode v2, by the signals chosen for each purpose',
  },
  answer: {
    created: { code: '201', meaning: 'Recorded permanently.' },
    replayed: {
      code: '200 + Idempotency-Replayed',
      meaning: 'Already recorded under this Idempotency-Key; the same response again.',
    },
    token: {
      code: '401 consent.token…, consent.outranked',
      meaning:
        'No token, an expired token, a token of another uid, or this person responded with a token before. Get a new one.',
    },
    closed: {
      code: '403 consent.channel',
      meaning: 'This channel is closed and accepts only withdrawals. Open it in the settings.',
    },
    inactive: {
      code: '409 consent.inactive',
      meaning: 'The form is deactivated and accepts only withdrawals. Reactivate it first.',
    },
    notInForce: {
      code: '409 consent.notInForce',
      meaning:
        'Today is before the first day of use or after the last: the form accepts only withdrawals. Publish a version that is used today.',
    },
    outdated: {
      code: '409 consent.versionOutdated',
      meaning:
        'There is a newer version: read the form again and request consent again. What only withdraws is accepted for every version.',
    },
    otherBody: {
      code: '422 consent.idempotencyKey',
      meaning: 'The same Idempotency-Key with different content. Use a new one.',
    },
  },
  channels: {
    web: 'Website',
    webHelp: 'The form embedded by script',
    api: 'Custom API',
    apiHelp: 'Your systems send responses themselves',
    mobile: 'Mobile app',
    mobileHelp: 'Responses from the SDK',
  },
  level: {
    title: 'How respondents are identified',
    lead: 'Applies immediately to new responses and look-ups. Existing responses stay.',
    token: 'A token every time',
    tokenHelp: 'Your server signs who responds, so no one can respond or look up consent for someone else',
    tokenTitle: 'Require a token every time?',
    tokenWarning_one:
      'Consent was given without a token in {{number}} browser or app. What is still valid stays valid and can be withdrawn there (section 19); any other change, and every look-up, will need a token from your server.',
    tokenWarning_other:
      'Consent was given without a token in {{number}} browsers or apps. What is still valid stays valid and can be withdrawn there (section 19); any other change, and every look-up, will need a token from your server.',
    tokenConfirm: 'Require tokens',
    tokenNote: 'Every response and every look-up needs a token from your server.',
    browser: 'The browser that responded',
    browserHelp:
      'A browser keeps a handle signed by the system, and can view and change only its own responses. Knowing a uid alone gives nothing. A token may be sent as well.',
    browserNote:
      'The script identifies the browser by itself, and a response applies to that browser. For responses that apply on every device, send a token from your server.',
    browserCalls:
      'The first response returns a handle: keep it for that person and send it every time. The commands read it from the variable HANDLE, empty at first. A uid alone always returns NO_ANSWER. For responses that apply on every device, send a token.',
    open: 'Open: by uid alone',
    openHelp: 'Anyone who knows or guesses a uid can see and change that person’s consent',
    openNote:
      'Anyone who guesses a uid can view and change that person’s consent. Use uids that cannot be guessed, or choose another level in the settings alongside.',
    openWarning:
      'Anyone who knows or guesses a uid, such as a customer number or an email, can see and change that person’s consent. Use it only with uids that cannot be guessed. Responses given with a token are not overwritten.',
    openTitle: 'Open the form by uid alone?',
    openConfirm: 'Open by uid alone',
    notYours: 'Only Admins and DPOs change the level and the secret',
  },
  token: {
    needsSecret: 'Create a secret first',
    replaceBody:
      'Tokens signed with the old secret stop working immediately. While a token is required, responses are refused until your server uses the new secret.',
  },
} satisfies Shape<typeof consentGuideTh>;
