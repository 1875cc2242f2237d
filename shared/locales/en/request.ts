import type th from '../th/request.ts';
import type { Shape } from '../shape.ts';

export default {
  reachable: 'Fill in an email address or a phone number, so that the data subject can be answered.',
  guardianNeeded: 'The data subject is under 20 and unmarried. Fill in who holds parental power.',
  noRight: 'Choose at least one right.',
  days: 'This number is out of range.',
  refusal: {
    notFound: 'This request was not found, or it is not assigned to you.',
    noForm: 'This request form is not published, or inactive. Choose another, or publish it first.',
    inFuture: 'The date and time of receipt cannot be in the future.',
    right: 'This request form does not offer this right. Reload the page and choose again.',
    option: 'This right does not have the chosen option. Reload the page and choose again.',
    assignee: 'Choose someone active whose role can answer requests.',
    notYours: 'This right is assigned to someone else; only the assignee can do this.',
    ownApproval: 'The person who submitted the answer cannot approve it. Ask another Admin or the DPO.',
    ground: 'Choose a ground that applies to this right.',
    extendedAlready: 'The time can be extended once, and it has been.',
    pastDue: 'It is past the due date, so the time cannot be extended.',
    notExtendable: 'The time to erase data cannot be extended.',
    verifiedAlready: 'This request is confirmed, so it cannot be deleted.',
  },
} satisfies Shape<typeof th>;
