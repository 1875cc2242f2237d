import type { Shape } from '../shape.ts';
import type embedScreenTh from '../th/embedScreen.ts';

export default {
  deactivated: 'Deactivated',
  editPublished:
    'Version {{number}} is live. Changes are kept as a draft of the next version and apply once published.',
  displayed: 'What data subjects see',
  filter: {
    status: 'Publication',
    published: 'Published',
    draft: 'Draft',
    active: 'Use',
    inUse: 'Active',
    notInUse: 'Deactivated',
  },
  form: {
    name: 'Name of the form',
    nameHelp: 'For internal use; data subjects do not see it',
    submit: 'Create and start writing',
    font: 'By default, the font of the surrounding page',
  },
  application: 'Application',
  noApplication: 'No application yet. Add one first.',
  addApplication: 'Add an application',
  nextSteps: 'Published: next steps',
  guides: 'Ways to connect',
  openChannels: 'Open channels',
  settingsSaved: 'Settings saved',
  settingsNotSaved: 'The settings could not be saved. Try again.',
  guide: {
    sdk: {
      android: 'A Kotlin module for Android 5.0 and later, compiled for Java 8, without other libraries.',
      ios: 'A Swift package for iOS 15 and later; fonts, colours and the look of choices follow your app.',
      flutter: 'A Dart package for Flutter apps on Android and iOS.',
    },
    piece: {
      template: {
        title: 'Your logo and font (optional)',
        lead: 'In place of step 2: this logo and font are used instead of those of the form.',
      },
      page: {
        title: 'The complete page',
        lead: 'Steps 1 to 3 in one file. Save it as .html and open it from a web server.',
      },
      policy: {
        title: 'For sites with a Content-Security-Policy',
        lead: 'Add these values, and move the code inside <script> into a script file of your own, or give every <script> a nonce. A logo or font from another site also needs its img-src or font-src.',
      },
      install: { title: 'Add it to your app', lead: 'Unpack the ZIP into your project’s folder and add these lines.' },
    },
    option: {
      workspaceUUID: 'Id of the workspace',
      language: 'th or en; the page’s language unless given',
      target: 'the place in the page for the form, instead of displaying it over the page',
      token:
        'A function that fetches a new token from your server, to prove that the visitor is this uid. It returns an empty string for visitors who are not signed in, and throws where it cannot fetch one: it is called again later.',
    },
    answer: {
      invalid: {
        code: '400',
        meaning: 'The input is not valid; issues names the fields. Correct it before sending again.',
      },
      tooMany: { code: '429 + Retry-After', meaning: 'Too many requests. Wait the number of seconds in Retry-After.' },
      away: {
        code: '503 + Retry-After',
        meaning: 'Temporarily unavailable. Send it again with the same Idempotency-Key.',
      },
    },
  },
  openPage: 'Open the page',
  downloadQr: 'Download the QR code',
  platforms: 'Platform of the app',
  options: 'Options',
  answers: 'Responses your system must handle',
  apiDocs: 'The whole API',
  download: 'Download the SDK for {{platform}}',
  sourcesNote: 'Sources in a ZIP archive, built together with your app. Its README states what has been tested.',
  copyName: 'Copy {{name}}',
  origins: {
    title: 'Sites that may embed it',
    any: 'Not limited: any site may embed this form. Add your own sites to keep others out.',
    only: 'Browsers on other sites cannot send this form.',
    label: 'Add a site',
    add: 'Add',
    remove: 'Remove {{origin}}',
    wrong: 'Enter a site address. Example: https://www.example.com',
    twice: 'This site is already listed. Enter another.',
  },
  overlap: { '0': 'Not at all', '1': '1 hour', '24': '24 hours', '168': '7 days' },
  token: {
    make: 'Create a secret',
    replace: 'Create a new secret',
    has: 'A secret exists. It was displayed once, on creation.',
    hasNone: 'There is no secret yet',
    makeTitle: 'Create a secret for this form?',
    makeBody: 'It is displayed once. Have a place for it ready on your server.',
    replaceTitle: 'Replace the secret?',
    newTitle: 'The new secret',
    newBody: 'Copy it to your server now. It is not displayed again once this is closed.',
    secret: 'Secret',
    stored: 'Stored; close',
  },
  colourPicker: 'Pick a colour: {{label}}',
  contrast: {
    good: '{{what}}: easy to read ({{ratio}} : 1)',
    poor: '{{what}}: hard to read ({{ratio}} : 1); needs {{lowest}} : 1 or more',
    fix: 'Make the text readable',
  },
  logo: {
    add: 'Add a logo',
    alt: 'Logo {{number}}',
    remove: 'Remove logo {{number}}',
    swap: 'Swap the logos',
  },
  preview: {
    title: 'Preview',
    device: 'Screen size',
    phone: 'Phone',
    desktop: 'Desktop',
    language: 'Language of the preview',
    larger: 'Enlarge',
  },
} satisfies Shape<typeof embedScreenTh>;
