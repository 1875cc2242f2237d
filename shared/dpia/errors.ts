import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'dpia.acceptanceApproval': conflict('dpia:refusal.acceptanceApproval'),
  'dpia.acceptanceReason': badRequest('dpia:refusal.acceptanceReason'),
  'dpia.cnilUnreadable': badRequest(
    'dpiaCnil:problem.size',
    'dpiaCnil:problem.depth',
    'dpiaCnil:problem.json',
    'dpiaCnil:problem.form',
    'dpiaCnil:problem.several',
    'dpiaCnil:problem.entries',
  ),
  'dpia.decided': conflict('dpia:refusal.decided'),
  'dpia.incomplete': badRequest('dpia:refusal.incomplete'),
  'dpia.notFound': notFound('dpia:refusal.notFound'),
  'dpia.notOlder': conflict('dpia:refusal.notOlder'),
  'dpia.ofApplication': conflict('dpia:refusal.ofApplication'),
  'dpia.planUnresolved': conflict('dpia:refusal.planUnresolved'),
  'dpia.published': conflict('dpia:refusal.published'),
  'dpia.required': conflict('dpia:refusal.required'),
  'dpia.undecided': conflict('dpia:refusal.undecided'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
