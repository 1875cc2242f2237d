import type { Shape } from '../shape.ts';
import type th from '../th/dpia.ts';

export default {
  scaleRows: 'Describe every level of the scale, from lowest to highest.',
  bands:
    'The highest scores of the bands must increase in order and stay below the highest score of the scale. Change the scores.',
  noObjective: 'Choose at least one protection objective.',
  twice: 'The same entry is listed twice. Remove one.',
  questionsOpen: 'Answer every question on the level of data risk.',
  purposeOpen: 'Assess necessity and proportionality of every purpose.',
  itemsOpen: 'Answer every item of the PDPA assessment.',
  noWorstCase: 'Add at least one worst case.',
  offScale: 'This level is not on the scale in use. Choose another.',
  planNeeded: 'The residual risk is high or extreme. Add a treatment plan.',
  dayPassed: 'This date has passed. Choose today or a later date.',
  responsibleInactive: 'The person responsible is no longer active or cannot carry out plans. Choose someone else.',
  reviewerInactive:
    'The reviewer is no longer active or cannot review assessments. Choose someone else, or leave it empty.',
  tooManyMeasures: 'There can be at most 100 measures in place and to take together. Remove some.',
  carriedOpen: 'Confirm the levels converted from the older scale.',
  review: 'Review',
  exportTitle: {
    register: 'Impact assessments (DPIA)',
    report: 'DPIA report',
    publicSummary: 'Public summary of the DPIA',
  },
  refusal: {
    acceptanceApproval:
      'A risk that stays high or extreme needs the approval of top management (the role Audit). Export the report from its tab, then request their approval.',
    acceptanceReason:
      'A risk of this assessment stays high or extreme, and this workspace has no approval lines. State who of top management accepted the risk, when, and why.',
    decided:
      'An assessment that was once recorded as not required cannot be deleted, because the document of that decision is evidence. Start the assessment, or record it as not required again.',
    incomplete:
      'The assessment is not complete and cannot be published. Complete what the tabs list as missing, then publish again.',
    notFound: 'This impact assessment was not found; it may have been deleted. Open the list again.',
    notOlder: 'Only assessments of the older form can be carried over. Open this one and edit it instead.',
    ofApplication:
      'This application cannot be deleted because it has impact assessments: {{names}}. Delete drafts that were never published or recorded as not required first; the others are evidence and are kept with the application.',
    planUnresolved:
      'A new DPIA version needs every treatment plan resolved. Finish the open plans; reopen rejected plans and finish them.',
    published: 'A published assessment cannot be deleted, because it is evidence. Create a new version instead.',
    required:
      'The criteria require an assessment, so it cannot be recorded as not required. Assess it, or correct the criteria.',
    undecided:
      'It is not decided yet whether an assessment is required. Answer the criteria and the questions on data risk first.',
  },
} satisfies Shape<typeof th>;
