import { badRequest, conflict, notFound } from '../errors.ts';

const errors = {
  'application.hasConsent': conflict('application:hasConsent'),
  'application.inUse': conflict('application:inUse', 'application:inPublished'),
  'application.incomplete': badRequest('application:incomplete'),
  'application.nameFixed': badRequest('application:nameFixed'),
  'application.nameTaken': conflict('application:nameTaken'),
  'application.noDataController': conflict('application:noDataController'),
  'application.noPurposes': badRequest(),
  'application.notFound': notFound(),
  'application.processCodeTaken': conflict('application:processCodeTaken'),
  'application.purposeMapped': conflict('application:purposeMapped'),
  'applications.limit': conflict('workspace:limit.applications'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
