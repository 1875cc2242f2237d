import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An authorised agent with its own key. */
export interface TestAgent {
  readonly agentId: string;
  /** Its public key in the format of the network's directory. */
  readonly verifyKey: string;
  /** A message in wire format: base64 of the signature followed by the JSON. */
  sign(message: object | string): string;
}

/** Creates one, with a real pair of Ed25519 keys. */
export function buildAgent(agentId: string): TestAgent {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    agentId,
    verifyKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64'),
    sign: (message) => signed(privateKey, typeof message === 'string' ? message : JSON.stringify(message)),
  };
}

function signed(key: KeyObject, text: string): string {
  const bytes = Buffer.from(text);
  return Buffer.concat([sign(null, bytes, key), bytes]).toString('base64');
}

/** A server of an agent that receives callbacks. */
export interface CallbackReceiver {
  readonly url: string;
  /** Received callbacks, oldest first. */
  readonly received: { readonly type: string | undefined; readonly body: Record<string, unknown> }[];
  /** Sets its responses from now on. */
  answer(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

/** Starts one on this machine. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received: CallbackReceiver['received'] = [];
  let reply: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  const server = createServer(async (request, response) => {
    received.push({ type: request.headers['content-type'], body: JSON.parse(await textOf(request)) as never });
    response.writeHead(reply.status, reply.headers).end('{}');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/status?of=1`,
    received,
    answer: (status, headers = {}) => void (reply = { status, headers }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
