import type { Shape } from '../shape.ts';
import type th from '../th/dpia.ts';

export default {
  scaleRows: 'Describe every level of the scale, from lowest to highest',
  bands: 'The highest scores of the bands must rise, and stay below the highest score of the scale',
  noObjective: 'Choose at least one objective that this affects',
  twice: 'The same entry is there twice',
  questionsOpen: 'Answer every question on the level of data risk',
  purposeOpen: 'Assess necessity and proportionality of every purpose',
  itemsOpen: 'Answer every item of the PDPA assessment',
  noWorstCase: 'Add at least one worst case',
  offScale: 'This level is not on the scale in use',
  planNeeded: 'The residual risk is high or extreme, so a treatment plan is required',
  carriedOpen: 'Confirm the levels carried from the older scale',
  review: 'Review',
  exportTitle: {
    register: 'Impact assessments (DPIA)',
    report: 'DPIA report',
    publicSummary: 'Public summary of the DPIA',
  },
  refusal: {
    acceptanceApproval:
      'Accepting a high or extreme risk needs the approval of Top Management first: export the report from its tab, then request approval',
    incomplete: 'The assessment is not complete and cannot be published',
    notFound: 'This impact assessment does not exist',
    notOlder: 'Only assessments of the older form are carried over',
    planUnresolved: 'A new DPIA version cannot be created while its treatment plan is unresolved',
    published: 'A published assessment cannot be deleted',
    required: 'The criteria call for an assessment, so it cannot be recorded as not required',
    undecided: 'Answer the criteria and the questions on data risk first',
  },
} satisfies Shape<typeof th>;
