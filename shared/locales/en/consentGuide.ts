import type { Shape } from '../shape.ts';
import type consentGuideTh from '../th/consentGuide.ts';

export default {
  title: 'Collection channels',
  guides: 'Ways to connect',
  guide: { web: 'Website (JS web form)', api: 'Custom API', sdk: 'Mobile app (SDK)' },
  notPublished: 'This form is not published yet. The code below works once it is.',
  closed: 'This channel is closed: what comes through it is refused until it is opened in the settings beside.',
  saved: 'Settings saved',
  notSaved: 'The settings could not be saved. Try again.',
  webLead:
    'Add the pieces to your site in this order. The ids of the workspace and the application are included; change only the visitor’s details. Click a block to copy it.',
  apiLead:
    'For systems that show the form and send answers themselves. Every command can be tried from a terminal as it stands. An answer that was confirmed is never lost.',
  sdk: {
    android: 'A Kotlin module for Android 5.0 and later, compiled for Java 8, without other libraries.',
    ios: 'A Swift package for iOS 15 and later; fonts, colours and the look of choices follow your app.',
    flutter: 'A Dart package for Flutter apps on Android and iOS.',
  },
  piece: {
    include: {
      title: 'Include the script',
      lead: 'In the <head> of every page that asks for consent or reads it. The page does not wait for the script: what is called before it is there is done once it is. Code put in earlier goes on working, but makes the page wait.',
    },
    init: {
      title: 'Start with the visitor',
      lead: 'Replace the uid with your own id of the visitor. Without one, a random id is kept in that browser.',
    },
    show: {
      title: 'Let people change their mind',
      lead: 'A button or link where it is easily found, such as the foot of the page. Withdrawing must be as easy as giving.',
    },
    template: {
      title: 'Your logo and font (optional)',
      lead: 'In place of step 2: this logo and font are used instead of those of the form.',
    },
    answer: {
      title: 'Use the answer on the page',
      lead: 'Do what needs consent only while the purpose is in the list. No answer yet, or no connection, means no.',
    },
    page: {
      title: 'The whole page',
      lead: 'Steps 1 to 3 in one file. Save it as .html and open it from a web server.',
    },
    form: {
      title: 'Read the live form',
      lead: 'Its words in both languages, its purposes, and the version that an answer must name.',
    },
    submit: {
      title: 'Send an answer',
      lead: 'A fresh Idempotency-Key for every answer, the same one when it is sent again for lack of a confirmation: it is recorded once.',
    },
    status: {
      title: 'Ask what is allowed now',
      lead: 'Before doing what needs consent. When askAgain is true, ask the data subject again.',
    },
    withdraw: {
      title: 'Withdraw',
      lead: 'The action NONE without purposes. It holds from the moment it is confirmed.',
    },
    node: {
      title: 'Make a JWT on your server',
      lead: 'A token is good for one answer and for an hour at most. Keep the secret on the server only. The commands above take the token from the variable TOKEN.',
    },
    install: { title: 'Add it to your app', lead: 'Unpack the ZIP beside your project and add these lines.' },
    use: {
      title: 'Ask, and use the answer',
      lead: 'Show the form while there is no answer, and switch on what needs consent only while the purpose is in the list.',
    },
  },
  option: {
    workspaceUUID: 'Id of the workspace',
    applicationUUID: 'Id of the application of this form',
    uid: 'Your own id of the visitor, 200 characters at most',
    name: "The visitor's name, kept encrypted with the proof; may be left out",
    source: 'Where the response comes from, for the statistics; the site’s name unless given',
    sourceCheck: 'true: only an answer given at this source counts',
    autoShowIfNoConsent: 'true: the form comes by itself while there is no answer, or when the purposes have changed',
    hideIfAllow: 'true: the form stays away once everything is allowed, unless the visitor opens it',
    language: 'th or en; the page’s language unless given',
    googleConsentMode:
      'true: passes the choice to Google tags by Consent Mode v2, by the signals chosen for each purpose',
    target: 'a place in the page for the form, instead of over it',
    token: 'A function that fetches a fresh token from your server: it proves that the visitor is this uid',
  },
  answer: {
    created: { code: '201', meaning: 'Recorded, durably' },
    replayed: {
      code: '200 + Idempotency-Replayed',
      meaning: 'Recorded before under this Idempotency-Key; the same answer again',
    },
    invalid: {
      code: '400',
      meaning: 'Something is wrong with the input; issues names the field. Do not repeat it unchanged',
    },
    token: {
      code: '401 consent.token…, consent.outranked',
      meaning: 'No token, an expired one, one of another uid, or this person answered with a token before',
    },
    outdated: {
      code: '409 consent.versionOutdated',
      meaning: 'There is a newer version: read the form again and ask the data subject again',
    },
    otherBody: { code: '422 consent.idempotencyKey', meaning: 'The same Idempotency-Key with other content' },
    tooMany: { code: '429 + Retry-After', meaning: 'Too many; wait as many seconds as Retry-After says' },
    away: {
      code: '503 + Retry-After',
      meaning: 'Cannot take it for the moment; send it again with the same Idempotency-Key',
    },
  },
  channels: {
    title: 'Open channels',
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
    tokenHelp: 'Your server signs who responds, so no one can respond or look up for someone else',
    tokenNote: 'Every answer and every look-up needs a token from your server.',
    browser: 'The browser that answered',
    browserHelp:
      'A browser keeps a handle that we sign, and sees and changes its own answers alone. Knowing a uid gives nothing. A token may come along',
    browserNote:
      'The script remembers the browser by itself, and an answer holds there. For answers that hold on every device, send a token from your server.',
    browserCalls:
      'The first answer brings a handle: keep it with that person and send it every time. The commands take it from the variable HANDLE, empty at first. A uid alone is always answered NO_ANSWER. For answers that hold on every device, send a token.',
    open: 'Open: by uid alone',
    openHelp: 'Anyone who knows or guesses a uid can see and change that person’s consent',
    openNote:
      'Anyone who guesses a uid can see and change that person’s consent. Use uids that cannot be guessed, or choose another level in the settings beside.',
    openWarning:
      'Anyone who knows or guesses a uid, such as a customer number or an email, can see and change that person’s consent. Use it only with uids that cannot be guessed. Responses given with a token are not overwritten.',
    openTitle: 'Open the form by uid alone?',
    openConfirm: 'Open by uid alone',
    notYours: 'Only Admins and DPOs change the level and the secret',
  },
  token: {
    needsSecret: 'Create a secret first',
    replaceBody:
      'Tokens signed with the old one stop working immediately. While a token is required, responses are refused until your server uses the new secret.',
  },
} satisfies Shape<typeof consentGuideTh>;
