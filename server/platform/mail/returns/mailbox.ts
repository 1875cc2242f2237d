import { isIP } from 'node:net';
import { ImapFlow, type ImapFlowError } from 'imapflow';
import { isCertificateError, UNREACHABLE } from '../../../../shared/mail/failure.ts';
import type { MailboxEncryption, MailboxFault } from '../../../../shared/mail/servers.ts';
import { isPublicAddress, type OutboundRule, publicLookup } from '../../http/outbound.ts';
import { plainAnswer } from '../failure.ts';

/** How a mailbox is reached by IMAP. */
export interface MailboxSettings {
  readonly host: string;
  readonly port: number;
  readonly encryption: MailboxEncryption;
  /** Of the authority that vouches for it, PEM; empty: one that everybody trusts. */
  readonly certificate: string;
  readonly username: string;
  readonly password: string;
  readonly folder: string;
}

/** A folder that is open, to be closed by whoever opened it. */
export interface Mailbox {
  /** Numbers of messages hold as long as this one. */
  readonly uidValidity: number;
  /** A message that comes in now has this number or a higher one. */
  readonly uidNext: number;
  /** Messages in the folder. */
  readonly messages: number;
  /** What the server said first. */
  readonly greeting: string;
  /** Numbers of the reports above a number, in their order, that came in on that day or later. */
  reportsAfter(uid: number, since: Date): Promise<number[]>;
  /** The beginnings of messages, which stay as they are. */
  sourcesOf(uids: readonly number[]): AsyncGenerator<{ uid: number; source: Buffer }>;
  markRead(uids: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

/** Of a message no more is fetched: a report names the mail at its beginning. */
export const MOST_BYTES = 256 * 1024;
const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;
/** Messages that one command names. */
const CHUNK = 50;
/** Of what a server sends no more is taken in: a list of numbers is a line. */
const MOST = {
  maxLiteralSize: MOST_BYTES + 1024,
  maxLineLength: 4 * 1024 * 1024,
  maxResponseSize: 4 * 1024 * 1024,
  maxResponseTokens: 1_000_000,
};

class FolderMissing extends Error {}

/** A mailbox could not be read, for a reason of its settings or its server. */
export class MailboxFailure extends Error {
  readonly kind: MailboxFault;
  /** What its server said, without addresses of people. */
  readonly answer: string;

  constructor(kind: MailboxFault, answer: string, options?: ErrorOptions) {
    super(`a mailbox cannot be read: ${kind}`, options);
    this.kind = kind;
    this.answer = answer;
  }
}

/**
 * Opens the folder of a mailbox, encrypted and at the address that was looked at.
 * @param signal ends the connection, whatever is under way
 * @throws MailboxFailure, as what is opened does
 */
export async function openMailbox(
  settings: MailboxSettings,
  { toPrivateNetwork }: OutboundRule,
  signal: AbortSignal,
): Promise<Mailbox> {
  const { host, port, encryption, certificate, username, password, folder } = settings;
  if (!toPrivateNetwork && isIP(host) !== 0 && !isPublicAddress(host))
    throw new MailboxFailure('address', 'not a public address');
  const client = new ImapFlow({
    host,
    port,
    secure: encryption === 'tls',
    ...(encryption === 'starttls' && { doSTARTTLS: true }),
    auth: { user: username, pass: password },
    // Without it a name could lead elsewhere between being looked at and being connected to.
    tls: {
      ...(certificate !== '' && { ca: certificate }),
      ...(!toPrivateNetwork && { lookup: publicLookup }),
    } as object,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    ...MOST,
  });
  // What breaks is thrown by the call that meets it.
  client.on('error', () => {});
  const stop = () => client.close();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const end = () => {
    signal.removeEventListener('abort', stop);
    client.close();
  };
  try {
    await client.connect();
    const opened = await client.mailboxOpen(folder).catch((error: unknown) => {
      if ((error as ImapFlowError).responseStatus === 'NO')
        throw new FolderMissing((error as ImapFlowError).responseText ?? '', { cause: error });
      throw error;
    });
    return {
      uidValidity: Number(opened.uidValidity),
      uidNext: opened.uidNext,
      messages: opened.exists,
      greeting: client.greeting ?? '',
      ...readerOf(client),
      async close() {
        await client.logout().catch(() => {});
        end();
      },
    };
  } catch (error) {
    end();
    throw failureOf(error);
  }
}

const readerOf = (client: ImapFlow): Pick<Mailbox, 'reportsAfter' | 'sourcesOf' | 'markRead'> => ({
  async reportsAfter(uid, since) {
    // The server looks: what is no report is not fetched, and so nobody's letters are.
    const query = { uid: `${uid + 1}:*`, since, header: { 'content-type': 'multipart/report' } };
    const found = await client.search(query, { uid: true }).catch((error: unknown) => {
      throw failureOf(error);
    });
    if (!Array.isArray(found)) throw new MailboxFailure('other', 'the server does not search the folder');
    // `n:*` has the last message of the folder in it even where that is below n (RFC 9051 section 9).
    return found.filter((one) => one > uid).toSorted((a, b) => a - b);
  },
  async *sourcesOf(uids) {
    for (let start = 0; start < uids.length; start += CHUNK) {
      const range = uids.slice(start, start + CHUNK).join(',');
      const query = { uid: true, source: { start: 0, maxLength: MOST_BYTES } };
      try {
        for await (const { uid, source } of client.fetch(range, query, { uid: true }))
          if (source) yield { uid, source };
      } catch (error) {
        throw failureOf(error);
      }
    }
  },
  async markRead(uids) {
    for (let start = 0; start < uids.length; start += CHUNK)
      await client.messageFlagsAdd(uids.slice(start, start + CHUNK).join(','), ['\\Seen'], { uid: true });
  },
});

const SILENT = ['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'NoConnection'];
const CLOSED = ['EConnectionClosed', 'ClosedAfterConnectText', 'ClosedAfterConnectTLS'];

function failureOf(error: unknown): MailboxFailure {
  const { responseText, message } = error as { responseText?: unknown; message?: unknown };
  const answer = typeof responseText === 'string' ? responseText : typeof message === 'string' ? message : '';
  return new MailboxFailure(faultKindOf(error), plainAnswer(answer), { cause: error });
}

function faultKindOf(error: unknown): MailboxFault {
  if (error instanceof FolderMissing) return 'folder';
  const { code, authenticationFailed, tlsFailed } = error as Record<string, unknown>;
  if (code === 'EACCES') return 'address';
  if (authenticationFailed === true) return 'signIn';
  if (tlsFailed === true || code === 'EPROTO' || isCertificateError(code)) return 'tls';
  return [...UNREACHABLE, ...SILENT, ...CLOSED].includes(code as string) ? 'unreachable' : 'other';
}
