import { badRequest, conflict, forbidden, notFound, tooMany } from '../errors.ts';

const errors = {
  'workspace.closed': conflict('workspace:closed', 'errors:pageClosed'),
  'workspace.confirmation': badRequest('workspace:confirmationDiffers'),
  'workspace.createdOften': tooMany('workspace:createdOften'),
  'workspace.deletionStarted': conflict('workspace:deletionStarted'),
  'workspace.last': conflict('workspace:last'),
  'workspace.lastOfOrganization': conflict('workspace:lastOfOrganization'),
  'workspace.notFound': notFound(),
  'workspace.open': conflict('workspace:notDeleted'),
  'workspace.setByOperator': forbidden('workspace:setByOperator'),
  'workspace.tierTooSmall': conflict('workspace:tierTooSmall'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
