import { z } from 'zod';
import { LIMITED, requiredLine } from '../text.ts';

// Fields of a server that is connected to: the mail server, and that of its mailbox.

export const host = requiredLine(253).regex(/^[a-z0-9:][a-z0-9:.-]*$/i, { error: 'mailServer:refusal.host' });
export const port = z.coerce
  .number({ error: 'errors:number' })
  .int({ error: 'errors:number' })
  .min(1, { error: 'mailServer:refusal.port' })
  .max(65_535, { error: 'mailServer:refusal.port' });
/** Left out: the one before stays. */
export const password = z.string().min(1, { error: 'errors:required' }).max(500, LIMITED).optional();
