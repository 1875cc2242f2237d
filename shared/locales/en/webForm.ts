import type { Shape } from '../shape.ts';
import type th from '../th/webForm.ts';

export default {
  title: 'Web Form Management (Data Subject Right Access)',
  intro: 'Under the Personal Data Protection Act B.E. 2562 (2019), a data subject has these rights:',
  rights: {
    access: 'Access to one’s personal data and a copy of it',
    rectification: 'Rectification, so that the data is correct, current, complete and not misleading',
    objection: 'Objection to collection, use or disclosure',
    restriction: 'Restriction of use',
    portability: 'Portability: to receive the data or have it sent to another data controller',
    erasure: 'Erasure, destruction or anonymisation',
  },
  withdraw: 'Data subjects withdraw a consent on the form where they gave it. To look it up, go to',
  identity: 'Identity Validation',
  identityHint: 'A new data subject request entered in this tab is filled in with these details.',
  identityUnused:
    'You cannot enter data subject requests in this workspace. These details only fill in new requests, so nothing can be entered here.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  country: 'Country',
  guardian: 'I am a verifiable parent or legal guardian',
  guardianTitle: 'Parent or legal guardian',
  save: 'Save default details',
  saved: 'Default details saved until this tab is closed or reloaded',
} satisfies Shape<typeof th>;
