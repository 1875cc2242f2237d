import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AwsKeys, isSigned } from './awsSignature.ts';

function sealed(key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws if the bytes differ from those encrypted */
function opened(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
}

interface Peer {
  readonly address: string;
  close(): Promise<void>;
}

async function listening(
  serve: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
): Promise<Peer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => serve(request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: object, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

export interface VaultPeer extends Peer {
  /** Permissions of a token: names of operations. */
  readonly policies: Map<string, readonly string[]>;
  /** Only requests of this namespace find the engine. */
  namespace: string | undefined;
  /** While true every response is that of a sealed Vault. */
  isSealed: boolean;
  /** The address to which a standby node redirects its callers. */
  standbyOf: string | undefined;
  /** Creates a new version of the engine's key, like `vault write -f transit/keys/pokpong/rotate`. */
  rotate(): void;
}

/**
 * A service that implements the part of Vault's Transit protocol used by the product: `encrypt` and `decrypt` of one
 * key with versions, tokens with policies, namespaces, and Vault's own refusals.
 */
export async function startVault(key = 'pokpong'): Promise<VaultPeer> {
  const versions = [randomBytes(32)];
  const failed = (response: ServerResponse, status: number, ...errors: string[]) =>
    answer(response, status, { errors });

  const peer = await listening((request, response, body) => {
    if (vault.isSealed) return failed(response, 503, 'Vault is sealed');
    if (vault.standbyOf) return void response.writeHead(307, { location: vault.standbyOf + request.url }).end();
    const [, operation, named] = /^\/v1\/transit\/(encrypt|decrypt)\/([^/]+)$/.exec(request.url ?? '') ?? [];
    if (request.headers['x-vault-namespace'] !== vault.namespace || request.method !== 'POST' || !operation)
      return failed(response, 404, `no handler for route "${request.url?.slice(4)}". route entry not found.`);
    if (!vault.policies.get(String(request.headers['x-vault-token']))?.includes(operation))
      return failed(response, 403, '1 error occurred:\n\t* permission denied\n\n');
    if (named !== key) return failed(response, 400, 'encryption key not found');
    const { plaintext, ciphertext } = JSON.parse(body.toString()) as { plaintext: string; ciphertext: string };
    if (operation === 'encrypt') {
      const bytes = sealed(versions.at(-1)!, Buffer.from(plaintext, 'base64'));
      const data = {
        ciphertext: `vault:v${versions.length}:${bytes.toString('base64')}`,
        key_version: versions.length,
      };
      return answer(response, 200, { data });
    }
    const [, version, bytes] = /^vault:v(\d+):(.+)$/.exec(ciphertext) ?? [];
    try {
      const plain = opened(versions[Number(version) - 1]!, Buffer.from(String(bytes), 'base64'));
      answer(response, 200, { data: { plaintext: plain.toString('base64') } });
    } catch {
      failed(response, 400, 'cipher: message authentication failed');
    }
  });
  const vault: VaultPeer = Object.assign(peer, {
    policies: new Map<string, readonly string[]>(),
    namespace: undefined,
    isSealed: false,
    standbyOf: undefined,
    rotate: () => void versions.push(randomBytes(32)),
  });
  return vault;
}

export interface KmsPeer extends Peer {
  /** Permissions of the identity: names of operations. */
  allowed: readonly string[];
}

/**
 * A service that implements the part of AWS KMS's protocol (JSON 1.1) used by the product: `Encrypt` and `Decrypt` of
 * one symmetric key. It verifies the signature of every request.
 */
export async function startKms(settings: { key: string; region: string; keys: AwsKeys }): Promise<KmsPeer> {
  const secret = randomBytes(32);
  const json = 'application/x-amz-json-1.1';
  const failed = (response: ServerResponse, type: string, message: string) =>
    answer(response, 400, { __type: type, message }, json);

  const peer = await listening((request, response, body) => {
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    if (!isSigned(request, body, { service: 'kms', ...settings }))
      return failed(response, 'InvalidSignatureException', 'The request signature we calculated does not match.');
    if (!kms.allowed.includes(operation))
      return failed(response, 'AccessDeniedException', `not authorized to perform: kms:${operation}`);
    const input = JSON.parse(body.toString()) as { KeyId: string; Plaintext: string; CiphertextBlob: string };
    if (input.KeyId !== settings.key)
      return failed(response, 'NotFoundException', `Key '${input.KeyId}' does not exist`);
    if (operation === 'Encrypt') {
      const bytes = sealed(secret, Buffer.from(input.Plaintext, 'base64'));
      return answer(response, 200, { CiphertextBlob: bytes.toString('base64'), KeyId: settings.key }, json);
    }
    try {
      const plain = opened(secret, Buffer.from(input.CiphertextBlob, 'base64'));
      answer(response, 200, { Plaintext: plain.toString('base64'), KeyId: settings.key }, json);
    } catch {
      failed(response, 'InvalidCiphertextException', '');
    }
  });
  const kms: KmsPeer = Object.assign(peer, { allowed: ['Encrypt', 'Decrypt'] });
  return kms;
}
