import type { Shape } from '../shape.ts';
import type th from '../th/treatmentPlan.ts';

export default {
  exportTitle: 'Treatment plans',
  time: 'State the time in hours and minutes, such as 09:30',
  refusal: {
    actionFirst: 'Record at least one action, then submit the plan with what was found',
    assignee: 'Choose an active person who can carry out the plan',
    future: 'The date and time of an action cannot lie in the future',
    notFound: 'This treatment plan does not exist, or is not yours',
    notYours: 'This plan belongs to another person',
    ownApproval: 'You submitted this plan. Another Admin or DPO must approve it.',
    reason: 'State the reason',
    tooManyActions: 'A plan holds at most {{limit}} actions',
  },
} satisfies Shape<typeof th>;
