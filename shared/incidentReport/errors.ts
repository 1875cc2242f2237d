import { badRequest, notFound } from '../errors.ts';

const errors = {
  'incidentReport.automatic': badRequest('incidentReport:looksAutomatic'),
  'incidentReport.notFound': notFound('incidentReport:unknownLink'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
