import { z } from 'zod';
import type { Encryption } from '../mail/servers.ts';
import { LIMITED, optionalText, requiredLine } from '../text.ts';

// How a server is connected to: the mail server, and that of its mailbox.

/** Settings of a connection as they are entered; the password is separate, since it is not always stated. */
export const connectionSettings = <const Encryptions extends readonly Encryption[]>(encryptions: Encryptions) => ({
  host: requiredLine(253).regex(/^[a-z0-9:][a-z0-9:.-]*$/i, { error: 'mailServer:refusal.host' }),
  port: z
    .number({ error: 'mailServer:refusal.port' })
    .int({ error: 'mailServer:refusal.port' })
    .min(1, { error: 'mailServer:refusal.port' })
    .max(65_535, { error: 'mailServer:refusal.port' }),
  encryption: z.enum(encryptions),
  certificate: optionalText(10_000).unwrap(),
});
/** Left out: the stored one stays. */
export const password = z.string().min(1, { error: 'errors:required' }).max(500, LIMITED).optional();

/** Settings of a connection as the API returns them, never with the password. */
export const connectionView = <const Encryptions extends readonly Encryption[]>(encryptions: Encryptions) => ({
  host: z.string(),
  port: z.number(),
  encryption: z.enum(encryptions),
  certificate: z.string(),
  username: z.string(),
});
/** Where a password is sent. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly encryption: Encryption;
  readonly certificate: string;
  readonly username: string;
}
