import type th from '../th/serverErrors.ts';
import type { Shape } from '../shape.ts';

export default {
  encoding: 'Send text as UTF-8.',
  notYou: 'The user named in the request header is not the one signed in. Sign in again.',
  forbiddenTier: 'This workspace’s plan does not include this section. Contact your Admin.',
  forbiddenFlag: 'This section is turned off in this workspace. Contact your Admin.',
  forbiddenProgram: 'Only people who sign in may call this; an API key may not. Sign in on the website to do it.',
  forbiddenScope: 'This API key lacks the scope {{scope}}. Have an Admin create a key that has it.',
  unsupportedType: 'This type of file or data is not supported. Use another type.',
  tooMany: 'Too many requests. Wait a moment and try again.',
  documentBusy: 'Many documents are being generated at the moment. Try again in a minute.',
  origin: 'This request comes from a site that is not allowed. Open the system directly.',
} satisfies Shape<typeof th>;
