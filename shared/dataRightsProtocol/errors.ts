import { badRequest, conflict, forbidden, notFound, unauthorized } from '../errors.ts';

const errors = {
  'dataRightsProtocol.action': badRequest('dataRightsProtocol:refusal.action'),
  'dataRightsProtocol.agent': forbidden('dataRightsProtocol:refusal.agent'),
  'dataRightsProtocol.agentIdUsed': conflict('dataRightsProtocol:refusal.agentIdUsed'),
  'dataRightsProtocol.agentLimit': conflict('dataRightsProtocol:refusal.agentLimit'),
  'dataRightsProtocol.business': forbidden('dataRightsProtocol:refusal.business'),
  'dataRightsProtocol.callback': badRequest('dataRightsProtocol:refusal.callback'),
  'dataRightsProtocol.closed': conflict('dataRightsProtocol:refusal.closed'),
  'dataRightsProtocol.expired': badRequest('dataRightsProtocol:refusal.expired'),
  'dataRightsProtocol.inactive': conflict('dataRightsProtocol:refusal.inactive'),
  'dataRightsProtocol.inUse': conflict('dataRightsProtocol:refusal.inUse'),
  'dataRightsProtocol.message': badRequest('dataRightsProtocol:refusal.message'),
  'dataRightsProtocol.notFound': notFound('dataRightsProtocol:refusal.notFound'),
  'dataRightsProtocol.notYet': badRequest('dataRightsProtocol:refusal.notYet'),
  'dataRightsProtocol.person': badRequest('dataRightsProtocol:refusal.person'),
  'dataRightsProtocol.reference': conflict('dataRightsProtocol:refusal.reference'),
  'dataRightsProtocol.replayed': conflict('dataRightsProtocol:refusal.replayed'),
  'dataRightsProtocol.request': forbidden('dataRightsProtocol:refusal.request'),
  'dataRightsProtocol.signature': forbidden('dataRightsProtocol:refusal.signature'),
  'dataRightsProtocol.token': unauthorized('dataRightsProtocol:refusal.token'),
  'dataRightsProtocol.version': badRequest('dataRightsProtocol:refusal.version'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
