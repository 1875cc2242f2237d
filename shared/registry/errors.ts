import {
  answer,
  badRequest,
  conflict,
  forbidden,
  notFound,
  tooLarge,
  tooMany,
  unauthorized,
  unavailable,
  unprocessable,
  unsupportedType,
  type ERROR_STATUS,
  type ErrorRule,
} from '../errors.ts';

/**
 * Errors that the API answers with: stable English code, status, texts as locale keys. The first text is the answer
 * unless another one is asked for; without any, it is the text of the status. Whoever throws one names only its code:
 * `appError('application.inUse', …)`. These are the platform's own; a module has its codes in
 * `shared/<module>/errors.ts`, where they are found (`server/platform/errorCatalogue.ts`).
 */
export const PLATFORM_ERRORS = {
  BAD_REQUEST: badRequest('errors:validation'),
  UNAUTHORIZED: unauthorized('errors:unauthorized'),
  FORBIDDEN: forbidden('errors:forbidden'),
  NOT_FOUND: notFound('errors:notFound'),
  CONFLICT: conflict('errors:conflict'),
  PAYLOAD_TOO_LARGE: tooLarge('errors:tooLarge'),
  UNSUPPORTED_MEDIA_TYPE: unsupportedType('serverErrors:unsupportedType'),
  UNPROCESSABLE_CONTENT: unprocessable('errors:validation'),
  TOO_MANY_REQUESTS: tooMany('serverErrors:tooMany'),
  SERVICE_UNAVAILABLE: unavailable('errors:unavailable'),
  INTERNAL_SERVER_ERROR: answer('INTERNAL_SERVER_ERROR')('errors:internal'),
  characters: badRequest('errors:controlCharacters'),
  concurrent: conflict(),
  duplicate: conflict('errors:duplicate'),
  encoding: badRequest('serverErrors:encoding'),
  form: badRequest('files:form', 'files:tooManyFields'),
  id: badRequest(),
  illegalMove: conflict('errors:illegalMove'),
  json: badRequest(),
  method: badRequest(),
  notLive: badRequest(),
  origin: forbidden('serverErrors:origin'),
  outOfRange: badRequest(),
  reference: conflict('errors:reference'),
  socketOnly: badRequest(),
  staleEdit: conflict('errors:staleEdit'),
  tooMany: tooMany('auth:tooMany'),
  'batch.tooLarge': badRequest(),
  'crypto.damaged': badRequest('files:crypto.damaged'),
  'crypto.byOperator': conflict('files:crypto.byOperator'),
  'crypto.noSigningKey': conflict('files:crypto.noSigningKey'),
  'crypto.keyBeingReplaced': conflict('files:crypto.keyBeingReplaced'),
  'crypto.notEncrypted': badRequest('files:crypto.notEncrypted'),
  'crypto.otherWorkspace': badRequest('files:crypto.otherWorkspace'),
  'crypto.tooLarge': tooLarge('files:crypto.tooLarge'),
  'document.busy': unavailable('serverErrors:documentBusy'),
  'file.active': unsupportedType('files:active'),
  'file.base64': badRequest('files:base64'),
  'file.damaged': answer('INTERNAL_SERVER_ERROR')('files:damaged'),
  'file.empty': badRequest('files:empty'),
  'file.kind': badRequest('files:kind'),
  'file.missing': badRequest('files:missing', 'files:notFound'),
  'file.notFound': notFound('files:notFound'),
  'file.several': badRequest('files:several'),
  'file.storeAway': unavailable('files:away'),
  'file.tooLarge': tooLarge('files:tooLarge'),
  'file.type': unsupportedType('files:type', 'files:mixed', 'files:notPdf', 'files:brokenImage', 'files:hugeImage'),
  'file.waiting': tooMany('files:waiting'),
  'forbidden.closed': forbidden(),
  'forbidden.flag': forbidden('serverErrors:forbiddenFlag'),
  'forbidden.notYou': forbidden('serverErrors:notYou'),
  'forbidden.program': forbidden('serverErrors:forbiddenProgram'),
  'forbidden.role': forbidden(),
  'forbidden.scope': forbidden('serverErrors:forbiddenScope'),
  'forbidden.tier': forbidden('serverErrors:forbiddenTier'),
  'forbidden.variant': forbidden(),
  'procedure.notFound': notFound(),
} satisfies Record<string, ErrorRule>;

/** Errors of the modules: each `shared/<module>/errors.ts` adds its own. */
export interface ModuleErrors {}

type Errors = typeof PLATFORM_ERRORS & ModuleErrors;
export type ErrorCode = keyof Errors;
/** The texts of an error; a plain status takes any. */
export type TextOf<Code extends ErrorCode> = Code extends keyof typeof ERROR_STATUS
  ? string
  : Errors[Code]['texts'][number];
