import nodemailer from 'nodemailer';
import { SealError } from '../crypto/keyring.ts';
import { FileMissing } from '../files/contract.ts';

export interface Outgoing {
  /** The mail's id; a receiver that sees its Message-ID twice knows that it is the same mail. */
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { name: string; type: string; content: Buffer }[];
}

export interface MailTransport {
  /** Hands the mail to the mail server; resolves once that has taken it over. */
  send(mail: Outgoing): Promise<void>;
  /** Signs in at the mail server and sends nothing. @throws when it does not answer, or refuses */
  verify(): Promise<void>;
  close(): void;
}

/**
 * A pool of connections to the mail server at `url` (smtp:// or smtps://). Nothing is handed over unencrypted, unless the
 * address says `?requireTLS=false`: whoever stands in between could otherwise take the offer of STARTTLS away.
 */
export function createTransport(url: string): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    requireTLS: true, // what stands in the address comes before it
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Bodies are ours; a text that looks like a path or an address is never fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // A pooled connection that breaks while idle is replaced at the next mail.
  transporter.on('error', () => {});
  return {
    async send({ id, from, to, subject, text, html, attachments = [] }) {
      // The address as an object is taken whole: commas or brackets in it never make it two.
      await transporter.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@pokpong>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
      });
    },
    verify: async () => void (await transporter.verify()),
    close: () => transporter.close(),
  };
}

/**
 * Why a sending failed, without what the mail server said (that names the address), and whether trying again is of no
 * use.
 */
export function failureOf(error: unknown): { reason: string; final: boolean } {
  if (error instanceof SealError) return { reason: 'payload cannot be opened', final: true };
  if (error instanceof FileMissing) return { reason: 'an attachment is gone', final: true };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const known = [
    typeof code === 'string' ? code : null,
    typeof responseCode === 'number' ? String(responseCode) : null,
  ].filter(Boolean);
  // RFC 5321 section 4.2.1: 5yz is permanent. A refused sign-in at the mail server (530, 534, 535, 538), or one without
  // encryption, is a wrong setting, not a wrong mail.
  const final =
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600 &&
    code !== 'EAUTH' &&
    code !== 'ETLS' &&
    ![530, 534, 535, 538].includes(responseCode);
  return { reason: known.join(' ') || 'unknown', final };
}
