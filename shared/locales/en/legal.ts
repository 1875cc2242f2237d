import type { Shape } from '../shape.ts';
import type th from '../th/legal.ts';

export default {
  updated: 'Version of {{date}}',
  contents: 'Contents',
  other: 'Read on',
  terms: {
    lead: 'These terms hold for the use of Pokpong by the personnel of an organisation that runs it.',
    service: {
      title: 'What the product is',
      body: "Pokpong is a tool for running an organisation's personal-data protection programme. It orders, reminds and keeps evidence; it is not legal advice. Decisions are those of the organisation and its data protection officer.",
    },
    account: {
      title: 'Your account',
      body: 'An account belongs to one person and is not shared. Keep your password secret, and tell an Admin at once when you suspect that somebody else uses your account.\nAn Admin or the DPO of your organisation can suspend an account or change its role, with effect at once.',
    },
    data: {
      title: 'What you record',
      body: 'What is in a workspace belongs to the organisation that recorded it. The organisation is the controller of the personal data; the provider of the system processes them on its instructions only.\nDo not record more personal data than the protection work needs.',
    },
    conduct: {
      title: 'Fair use',
      body: 'Do not try to reach workspaces you were not given, do not disturb the working of the system, and do not use it against the law.\nEvery change is logged with who made it and when.',
    },
    availability: {
      title: 'Availability',
      body: 'The provider keeps the system available as agreed with the organisation and gives notice before maintenance. The organisation should keep backups under its own policy.',
    },
    changes: {
      title: 'Changes and end',
      body: 'When these terms change, the new version stands on this page with its date. When the organisation stops using the system, its data are returned or erased as agreed.\nThai law governs these terms.',
    },
  },
  policy: {
    lead: 'This policy says how Pokpong uses personal data of the personnel who sign in. Data of other people that an organisation records are covered by the privacy notice of that organisation.',
    what: {
      title: 'What is used',
      body: 'Name, e-mail address, position, telephone number, a photograph if the organisation adds one, role and chosen language.\nPasswords are kept as hashes that cannot be reversed; of session ids only the hash is kept.\nA log of what you did and when, with personal data masked in its details.',
    },
    why: {
      title: 'Purposes and lawful bases',
      body: 'To let you sign in and work in your role in the organisation: legitimate interests.\nFor security and to show accountability: legitimate interests and legal obligation.',
    },
    cookies: {
      title: 'Cookies',
      body: 'The session cookie is necessary, cannot be read by scripts in the page, and ends when it is not used.\nThe language cookie keeps the chosen language for 365 days. Colour mode and table density stay on your device.\nThere are no advertising cookies, and no data on your use go to anybody else.',
    },
    sharing: {
      title: 'Disclosure',
      body: 'Admins and the DPO of the same workspace see your name, role and activity; other workspaces do not.\nThe system passes nothing to others unless the law requires it or your organisation says so.',
    },
    retention: {
      title: 'Retention and security',
      body: 'Account data are kept as long as the organisation uses the system, the activity log as long as the organisation sets.\nData are kept apart by workspace in the database itself, and sensitive identities are encrypted.',
    },
    rights: {
      title: 'Your rights',
      body: "You may ask for access, rectification, erasure, restriction, objection and portability. Ask your organisation's DPO first, or the support of the system at {{email}}.\nYou may complain to the Office of the Personal Data Protection Committee if you think the law was broken.",
    },
  },
} satisfies Shape<typeof th>;
