import type { Shape } from '../shape.ts';
import type th from '../th/treatmentPlan.ts';

export default {
  exportTitle: 'Treatment plans',
  time: 'State the time in hours and minutes, such as 09:30',
  refusal: {
    aboveExpected:
      'The risk found is above the risk expected after the plan. Send the plan back for more to be done, or state why the risk is accepted.',
    acceptanceApproval:
      'Accepting a high or extreme risk above the expected one needs the approval of top management (the role Audit), given after this plan was submitted. Export the report of the assessment and request their approval, naming this plan and the risk found; then approve the plan. Otherwise send it back.',
    actionFirst: 'Record at least one action, then submit the plan with its results.',
    assignee: 'Choose an active person who can carry out the plan.',
    future: 'The date and time of an action cannot be in the future. Enter when it was done.',
    notFound:
      'This treatment plan was not found, or you are not its assignee. Open the list again, or have an Admin or the DPO assign it.',
    notYours:
      'This plan is assigned to someone else, so nothing was changed. Have its assignee, an Admin or the DPO do this.',
    ownApproval: 'You submitted this plan and cannot approve it. Have another Admin or the DPO approve it.',
    reason: 'State the reason.',
    resultNeeded:
      'A plan is submitted with its result. Submit it (POST …/dpia-treatment-plans/{id}/resolved) instead of changing the status.',
    tooManyActions: 'A plan has at most {{limit}} actions. Add to an existing action instead.',
  },
} satisfies Shape<typeof th>;
