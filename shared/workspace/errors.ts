import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'workspace.closed': conflict('workspace:closed', 'errors:pageClosed'),
  'workspace.confirmation': badRequest('workspace:confirmationDiffers'),
  'workspace.deletionStarted': conflict('workspace:deletionStarted'),
  'workspace.last': conflict('workspace:last'),
  'workspace.notFound': notFound(),
  'workspace.open': conflict('workspace:notDeleted'),
  'workspace.tierTooSmall': conflict('workspace:tierTooSmall'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
