import type { Shape } from '../shape.ts';
import type th from '../th/retention.ts';

export default {
  from: '{{period}} from {{event}}',
  eventWithNote: '{{event}} ({{note}})',
  label: 'Counted from',
  help: 'The event that starts the period. Example: the end of the contract',
  notChosen: 'Not stated',
  note: 'Event details',
  otherNote: 'Start event',
  start: {
    collection: 'the day of collection',
    contractEnd: 'the end of the contract',
    lastTransaction: 'the last transaction',
    lastContact: 'the last contact or use of the service',
    employmentEnd: 'the end of employment',
    membershipEnd: 'the end of membership or closing of the account',
    consentWithdrawal: 'the withdrawal of consent',
    accountingPeriodEnd: 'the end of the accounting period',
    caseEnd: 'the end of the case or dispute',
    purposeEnd: 'the end of the purpose',
    other: 'another event',
  },
} satisfies Shape<typeof th>;
