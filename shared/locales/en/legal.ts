import type { Shape } from '../shape.ts';
import type th from '../th/legal.ts';

export default {
  updated: 'Version of {{date}}',
  contents: 'Contents',
  other: 'Continue reading',
  terms: {
    lead: 'These terms apply to the use of Pokpong by the personnel of an organisation that uses it.',
    service: {
      title: 'What the product is',
      body: 'Pokpong is a tool for managing an organisation’s personal data protection programme. It organises, reminds and keeps evidence; it is not legal advice. Decisions are made by the organisation and its data protection officer.',
    },
    account: {
      title: 'Your account',
      body: 'An account belongs to one person and is not shared. Keep your password secret, and notify an Admin immediately if you suspect that someone else uses your account.\nAn Admin or the DPO of your organisation can suspend an account or change its role, with immediate effect.',
    },
    data: {
      title: 'What you record',
      body: 'Data in a workspace belongs to the organisation that recorded it. The organisation is the data controller; the system provider processes the data only on its instructions.\nDo not record more personal data than the data protection work needs.',
    },
    conduct: {
      title: 'Acceptable use',
      body: 'Do not attempt to access workspaces without permission, disrupt the system, or use it unlawfully.\nEvery change is logged with its author and time.',
    },
    availability: {
      title: 'Availability',
      body: 'The provider keeps the system available as agreed with the organisation and gives notice before maintenance. The organisation should keep backups under its own policy.',
    },
    changes: {
      title: 'Changes and termination',
      body: 'When these terms change, the new version is shown on this page with its date. When the organisation stops using the system, its data is returned or deleted as agreed.\nThai law governs these terms.',
    },
  },
  policy: {
    lead: 'This policy explains how Pokpong uses the personal data of personnel who sign in. Data of other people recorded by an organisation is covered by that organisation’s privacy notice.',
    what: {
      title: 'Data used',
      body: 'Name, email, position, phone number, a photo if the organisation adds one, role and chosen language.\nPasswords are kept as hashes that cannot be reversed; of session ids only the hash is kept.\nAn activity log of what you did and when, with personal data masked in its details.',
    },
    why: {
      title: 'Purposes and lawful bases',
      body: 'To let you sign in and work in your role in the organisation: legitimate interests.\nFor security and to show accountability: legitimate interests and legal obligation.',
    },
    cookies: {
      title: 'Cookies',
      body: 'The session cookie is necessary, cannot be read by scripts in the page, and expires when not used.\nThe language cookie keeps the chosen language for 365 days. Colour mode, the columns and density of tables, and whether single-letter shortcuts are on stay on your device.\nThe device cookie (pokpong_device) is kept for 400 days, so that you can sign in from this browser even while someone else tries to guess your password; the cookie of a sign-in with your organisation’s account is kept for 10 minutes.\nUnsaved drafts, the ids of exports awaiting a result and the ids of documents that you have opened for approval are stored on your device and deleted when you sign out.\nThere are no advertising cookies, and no usage data is sent to anyone else.',
    },
    sharing: {
      title: 'Disclosure',
      body: 'Personnel of the same workspace see your name in the records that you take part in; its Admins and DPO also see your contact data, role and activity. Other workspaces do not, except in the organisation’s security log, where Admins of all its workspaces see your sign-ins, role changes, exports and deletions. Once a workspace is deleted, Admins of the organisation’s other workspaces also see its activity log, with the names of its personnel.\nThe system discloses nothing to others unless the law requires it or your organisation instructs it.',
    },
    retention: {
      title: 'Retention and security',
      body: 'Account data is kept as long as the organisation uses the system, the activity log for as long as the organisation sets, and the security log for two years. The activity log of a deleted workspace is kept as long as the organisation uses the system.\nData is separated by workspace in the database itself, and sensitive identity data is encrypted.',
    },
    rights: {
      title: 'Your rights',
      body: 'You may request access, rectification, erasure, restriction, objection and portability. Contact your organisation’s DPO first, or the system’s support at {{email}}.\nYou may complain to the Office of the Personal Data Protection Committee (PDPC) if you believe the law was broken.',
    },
  },
} satisfies Shape<typeof th>;
