import { connect, isIP, type Socket } from 'node:net';
import nodemailer from 'nodemailer';
import { MAIL_FAILURES, SIGN_IN_REPLIES } from '../../../shared/mail/failure.ts';
import type { Encryption } from '../../../shared/mail/servers.ts';
import { SealError } from '../crypto/keyring.ts';
import { FileMissing } from '../files/contract.ts';
import { isPublicAddress, type OutboundRule, publicLookup } from '../http/outbound.ts';

export interface Outgoing {
  /** The mail's id; a receiver that sees its Message-ID twice knows that it is the same mail. */
  id: string;
  from: string | { name: string; address: string };
  /** Where a mail that cannot be delivered is returned to; left out: to the sender. */
  returnTo?: string | undefined;
  to: string;
  subject: string;
  text: string;
  html?: string;
  attachments?: { name: string; type: string; content: Buffer }[];
}

export interface MailTransport {
  /** Hands the mail to the mail server. @returns its answer, once it has accepted the mail */
  send(mail: Outgoing): Promise<string>;
  /** Signs in at the mail server and sends nothing. @throws when it does not answer, or refuses */
  verify(): Promise<void>;
  close(): void;
}

/** How a mail server of an organisation is reached. */
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  readonly encryption: Encryption;
  /** Of the authority that vouches for it, PEM; empty: one that everybody trusts. */
  readonly certificate: string;
  readonly username: string;
  /** null: without signing in. */
  readonly password: string | null;
  /** By which mails are signed (DKIM), PEM; null: they are not. */
  readonly dkim: { readonly selector: string; readonly key: string } | null;
}

const CONNECT_MS = 10_000;
const POOL = {
  pool: true,
  maxConnections: 3,
  connectionTimeout: CONNECT_MS,
  greetingTimeout: CONNECT_MS,
  socketTimeout: 30_000,
  // Bodies are ours; a text that looks like a path or an address is never fetched.
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

const createPool = (options: object) => nodemailer.createTransport({ ...options, ...POOL });

/**
 * A pool of connections to the mail server at `url` (smtp:// or smtps://). Nothing is handed over unencrypted, unless
 * the address says `?requireTLS=false`: whoever stands in between could otherwise take the offer of STARTTLS away.
 */
export const createTransport = (url: string): MailTransport =>
  // What stands in the address comes before `requireTLS`.
  transportOf(createPool({ url, requireTLS: true }));

/**
 * The same to a mail server of an organisation, by its settings; to public addresses alone unless the rule says
 * otherwise.
 */
export function createServerTransport(
  settings: ServerSettings,
  fromAddress: string,
  rule: OutboundRule,
): MailTransport {
  const { host, port, encryption, certificate, username, password, dkim } = settings;
  return transportOf(
    createPool({
      host,
      port,
      secure: encryption === 'tls',
      requireTLS: encryption === 'starttls',
      ignoreTLS: encryption === 'none',
      tls: { ...(certificate !== '' && { ca: certificate }), ...(isIP(host) === 0 && { servername: host }) },
      ...(dkim && {
        dkim: { domainName: domainOf(fromAddress), keySelector: dkim.selector, privateKey: dkim.key },
      }),
      ...(password !== null && { auth: { user: username, pass: password } }),
      getSocket: (_options: unknown, done: SocketOpened) => openSocket(settings, rule, done),
    }),
  );
}

/** A mail's Message-ID: its own id, so that what comes back about it names it. */
const messageIdOf = (id: string): string => `<${id}@pokpong>`;

/** The id of the mail that has this Message-ID; null: it is none of ours. */
export const mailIdOf = (messageId: string): string | null =>
  /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@pokpong>$/i.exec(messageId.trim())?.[1]?.toLowerCase() ?? null;

/** The part of a mail address behind the @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

type SocketOpened = (error: Error | null, socket?: { connection: Socket }) => void;

/** Connects to the address that was looked at, so that a name cannot lead elsewhere in between. */
function openSocket({ host, port }: ServerSettings, { toPrivateNetwork }: OutboundRule, done: SocketOpened): void {
  if (!toPrivateNetwork && isIP(host) !== 0 && !isPublicAddress(host))
    return done(Object.assign(new Error('not a public address'), { code: 'EACCES' }));
  const socket = connect({ host, port, timeout: CONNECT_MS, ...(!toPrivateNetwork && { lookup: publicLookup }) });
  const fail = (error: Error) => {
    socket.destroy();
    done(error);
  };
  socket.once('error', fail);
  socket.once('timeout', () => fail(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })));
  socket.once('connect', () => {
    socket.removeAllListeners('error').removeAllListeners('timeout').setTimeout(0);
    done(null, { connection: socket });
  });
}

/** Addresses as objects, which are taken whole here as well; the types of the library know texts alone. */
const envelopeOf = (from: string, to: string) =>
  ({ from: { name: '', address: from }, to: [{ name: '', address: to }] }) as unknown as { from: string; to: string[] };

function transportOf(transporter: ReturnType<typeof createPool>): MailTransport {
  // A pooled connection that breaks while idle is replaced at the next mail.
  transporter.on('error', () => {});
  return {
    async send({ id, from, returnTo, to, subject, text, html, attachments = [] }) {
      // The address as an object is taken whole: commas or brackets in it never make it two.
      const { response }: { response?: unknown } = await transporter.sendMail({
        from,
        to: { name: '', address: to },
        ...(returnTo !== undefined && { envelope: envelopeOf(returnTo, to) }),
        subject,
        text,
        html,
        messageId: messageIdOf(id),
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
      });
      return typeof response === 'string' ? response : '';
    },
    verify: async () => void (await transporter.verify()),
    close: () => transporter.close(),
  };
}

/**
 * Why a sending failed, without the answer of the mail server (which names the address), and whether trying again is of
 * no use.
 */
export function failureOf(error: unknown): { reason: string; final: boolean } {
  if (error instanceof SealError) return { reason: MAIL_FAILURES.unopened, final: true };
  if (error instanceof FileMissing) return { reason: MAIL_FAILURES.attachment, final: true };
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
    !SIGN_IN_REPLIES.includes(responseCode);
  return { reason: known.join(' ') || 'unknown', final };
}
