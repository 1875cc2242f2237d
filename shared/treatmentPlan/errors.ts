import { badRequest, conflict, forbidden, notFound } from '../errors.ts';

const errors = {
  'treatmentPlan.aboveExpected': badRequest('treatmentPlan:refusal.aboveExpected'),
  'treatmentPlan.acceptanceApproval': conflict('treatmentPlan:refusal.acceptanceApproval'),
  'treatmentPlan.actionFirst': badRequest('treatmentPlan:refusal.actionFirst'),
  'treatmentPlan.assignee': badRequest('treatmentPlan:refusal.assignee'),
  'treatmentPlan.future': badRequest('treatmentPlan:refusal.future'),
  'treatmentPlan.notFound': notFound('treatmentPlan:refusal.notFound'),
  'treatmentPlan.notYours': forbidden('treatmentPlan:refusal.notYours'),
  'treatmentPlan.ownApproval': forbidden('treatmentPlan:refusal.ownApproval'),
  'treatmentPlan.reason': badRequest('treatmentPlan:refusal.reason'),
  'treatmentPlan.resultNeeded': badRequest('treatmentPlan:refusal.resultNeeded'),
  'treatmentPlan.tooManyActions': conflict('treatmentPlan:refusal.tooManyActions'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
