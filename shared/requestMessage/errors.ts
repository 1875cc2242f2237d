import { badRequest, conflict, forbidden } from '../errors.ts';

const errors = {
  'requestMessage.closed': conflict('requestMessage:refusal.closed'),
  'requestMessage.file': badRequest('requestMessage:refusal.file'),
  'requestMessage.freshCode': forbidden('requestMessage:refusal.freshCode'),
  'requestMessage.notAwaited': conflict('requestMessage:refusal.notAwaited'),
  'requestMessage.notWithdrawable': conflict('requestMessage:refusal.notWithdrawable'),
  'requestMessage.unreachable': conflict('requestMessage:refusal.unreachable'),
};

export default errors;

type Errors = typeof errors;
declare module '../registry/errors.ts' {
  interface ModuleErrors extends Errors {}
}
