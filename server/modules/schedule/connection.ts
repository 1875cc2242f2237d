import { createHash } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import type { AuthenticationType, AuthHandlerMiddleware, Client, SFTPWrapper } from 'ssh2';
import { MINUTE } from '../../../shared/duration.ts';
import { isPublicAddress, type OutboundRule, publicLookup } from '../../platform/http/outbound.ts';
import { connectionProblem, DeliveryProblem } from './problem.ts';

/** The server, and the credentials there. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly signIn: 'password' | 'key';
  readonly secret: string;
}

export interface HostKey {
  readonly type: string;
  /** In the format of OpenSSH: `SHA256:…` */
  readonly fingerprint: string;
}

interface Patience {
  /** Time limit for a connection. */
  readonly connectMs: number;
  /** Time limit for each answer of the server. */
  readonly answerMs: number;
}
const PATIENCE: Patience = { connectMs: 20_000, answerMs: MINUTE };

export interface ConnectionRule extends OutboundRule {
  /** The confirmed fingerprint; null: nothing is sent, only the key is read. */
  readonly hostKey: string | null;
  readonly signal: AbortSignal;
  readonly patience?: Patience;
}

/** An SFTP session on the confirmed server. */
export interface Connection {
  readonly sftp: SFTPWrapper;
  /** Waits for an answer of the server, until a timeout or the end of the connection. */
  answer<Result>(ask: (reply: (error: Error | null | undefined, result: Result) => void) => void): Promise<Result>;
  close(): void;
}

/** The server's key, without sending it anything. @throws DeliveryProblem */
export async function lookAtHostKey(destination: Destination, rule: Omit<ConnectionRule, 'hostKey'>): Promise<HostKey> {
  let found: HostKey | undefined;
  try {
    const { close } = await open(destination, { ...rule, hostKey: null }, (key) => (found = key));
    close();
  } catch (error) {
    if (!found) throw error;
  }
  if (!found) throw new DeliveryProblem('handshake');
  return found;
}

/**
 * Connects, compares the server's key with the confirmed one before anything is sent, and signs in. A name is resolved
 * once: the connection uses the checked addresses.
 * @throws DeliveryProblem
 */
export const openConnection = (
  destination: Destination,
  rule: ConnectionRule & { hostKey: string },
): Promise<Connection> => open(destination, rule, () => {});

async function open(
  { host, port, username, signIn, secret }: Destination,
  { hostKey, toPrivateNetwork, signal, patience = PATIENCE }: ConnectionRule,
  onHostKey: (key: HostKey) => void,
): Promise<Connection> {
  // Loaded here, so that it does not delay the start.
  const { Client } = await import('ssh2');
  const end = AbortSignal.any([signal, AbortSignal.timeout(patience.connectMs)]);
  const socket = await socketTo({ host, port, toPrivateNetwork }, end);
  const client = new Client();
  let refused = false;
  const verify = (key: Buffer): boolean => {
    const found = hostKeyOf(key);
    onHostKey(found);
    refused = found.fingerprint !== hostKey;
    return !refused;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('ready', resolve).on('error', reject);
      client.on('close', () => reject(Object.assign(new Error('closed'), { level: 'handshake' })));
      // Servers that ask for the password interactively.
      client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
        finish(prompts.map(() => (signIn === 'password' ? secret : ''))),
      );
      end.addEventListener('abort', () => reject(Object.assign(new Error('no answer'), { level: 'client-timeout' })), {
        once: true,
      });
      client.connect({
        sock: socket,
        username,
        ...(signIn === 'password'
          ? { password: secret, tryKeyboard: true, authHandler: passwordOnce() }
          : { privateKey: secret }),
        hostVerifier: verify,
        readyTimeout: patience.connectMs,
        keepaliveInterval: 10_000,
        keepaliveCountMax: 6,
      });
    });
  } catch (error) {
    client.on('error', () => {});
    client.destroy();
    socket.destroy();
    signal.throwIfAborted();
    throw refused ? new DeliveryProblem('hostKeyChanged', { cause: error }) : connectionProblem(error);
  }
  return session(client, socket, signal, patience);
}

/**
 * Uses the methods in the server's order, and only one of those that take a password: the same password by another
 * method would count as a second wrong one. After a partial success the other one is tried.
 */
function passwordOnce(): AuthHandlerMiddleware {
  const left: AuthenticationType[] = ['password', 'keyboard-interactive'];
  let isTried = false;
  return (offered: readonly AuthenticationType[] | null, partialSuccess, next) => {
    if (offered === null) return next('none');
    const way = left.find((one) => offered.includes(one));
    if (!way || (isTried && !partialSuccess)) return next(false as never);
    isTried = true;
    left.splice(left.indexOf(way), 1);
    next(way);
  };
}

/** A TCP connection to a permitted address. @throws DeliveryProblem */
function socketTo(
  { host, port, toPrivateNetwork }: OutboundRule & { host: string; port: number },
  end: AbortSignal,
): Promise<Socket> {
  if (isIP(host) !== 0 && !toPrivateNetwork && !isPublicAddress(host))
    return Promise.reject(new DeliveryProblem('privateAddress'));
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, ...(toPrivateNetwork ? {} : { lookup: publicLookup }) });
    const stop = () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    end.addEventListener('abort', stop, { once: true });
    const failed = (error: Error) => reject(connectionProblem(error));
    socket.once('error', failed);
    socket.once('connect', () => {
      end.removeEventListener('abort', stop);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}

async function session(client: Client, socket: Socket, signal: AbortSignal, patience: Patience): Promise<Connection> {
  const lost = new AbortController();
  const lose = () => lost.abort(new DeliveryProblem('brokenOff'));
  client.on('error', lose).on('close', lose);
  const stop = () => client.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const close = () => {
    signal.removeEventListener('abort', stop);
    client.end();
    // A server that does not close the connection must not keep ours open.
    socket.destroySoon();
  };
  let answeredAt = performance.now();
  const answer: Connection['answer'] = (ask) =>
    new Promise((resolve, reject) => {
      if (lost.signal.aborted) return reject(lost.signal.reason as Error);
      const onLost = () => finish(() => reject(lost.signal.reason as Error));
      let timer: NodeJS.Timeout;
      // In a long queue the last call waits long: silence counts, not its own time.
      const wait = (ms: number) => {
        timer = setTimeout(() => {
          const rest = answeredAt + patience.answerMs - performance.now();
          if (rest > 0) wait(rest);
          else finish(() => reject(new DeliveryProblem('tooSlow')));
        }, ms);
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        lost.signal.removeEventListener('abort', onLost);
        settle();
      };
      wait(patience.answerMs);
      lost.signal.addEventListener('abort', onLost);
      try {
        ask((error, result) => {
          answeredAt = performance.now();
          finish(() => (error ? reject(error) : resolve(result)));
        });
      } catch (error) {
        // The server lacks a required feature.
        finish(() => reject(error as Error));
      }
    });
  try {
    const sftp = await answer<SFTPWrapper>((reply) => client.sftp(reply));
    return { sftp, answer, close };
  } catch (error) {
    close();
    throw error instanceof DeliveryProblem ? error : new DeliveryProblem('noSftp', { cause: error });
  }
}

/** Parses a public key in SSH format (RFC 4253 section 6.6): its name first. */
function hostKeyOf(key: Buffer): HostKey {
  const length = key.readUInt32BE(0);
  return {
    type: key.toString('latin1', 4, 4 + length),
    fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').slice(0, 43)}`,
  };
}
