import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { MasterKeyError } from '../masterKey.ts';
import type { KeyServiceSettings } from './config.ts';
import { type KeyService, PATIENCE_MS } from './contract.ts';

type Settings = NonNullable<KeyServiceSettings['vault']>;

const decrypted = z.object({ data: z.object({ plaintext: z.base64() }) });
const encrypted = z.object({ data: z.object({ ciphertext: z.string() }) });
const refused = z.object({ errors: z.array(z.string()) });

/** Vault's Transit engine, or that of OpenBao (https://developer.hashicorp.com/vault/api-docs/secret/transit). */
export function vault(settings: Settings): KeyService {
  return {
    async wrap(secret) {
      const answer = await call(settings, 'encrypt', { plaintext: secret.toString('base64') });
      return encrypted.parse(answer).data.ciphertext;
    },
    async unwrap(wrapped) {
      const answer = await call(settings, 'decrypt', { ciphertext: wrapped });
      return Buffer.from(decrypted.parse(answer).data.plaintext, 'base64');
    },
  };
}

async function call(settings: Settings, operation: 'encrypt' | 'decrypt', body: object): Promise<unknown> {
  const { address, namespace, mount, key } = settings;
  const token = await tokenOf(settings);
  const place = `${mount}/${operation}/${key}`;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`${address}/v1/${place}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-vault-token': token,
        'x-vault-request': 'true',
        ...(namespace ? { 'x-vault-namespace': namespace } : {}),
      },
      body: JSON.stringify(body),
      // The token goes nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    answer = await response.json().catch(() => null);
  } catch (error) {
    throw new MasterKeyError(
      `VAULT_ADDR: ${address} does not answer (${reasonOf(error)}). The master key is wrapped by Vault, and nothing can be read without it.`,
    );
  }
  if (response.ok) return answer;
  const reason = refused.safeParse(answer).data?.errors.join('; ') ?? '';
  throw new MasterKeyError(
    `Vault refuses ${place} with ${response.status}${reason ? `: ${reason}` : ''}. ${adviceFor(response.status)}`,
  );
}

function adviceFor(status: number): string {
  if (status === 403) return 'The token has to be valid, and its policy to allow "update" there.';
  if (status === 404) return 'VAULT_TRANSIT_MOUNT and VAULT_TRANSIT_KEY name the engine and its key.';
  if (status === 503) return 'Vault is sealed or in maintenance; unseal it, then start again.';
  return 'MASTER_KEY has to be what this key of Vault wrapped, whole.';
}

async function tokenOf({ token, tokenFile }: Settings): Promise<string> {
  if (tokenFile === undefined) return token ?? '';
  try {
    return (await readFile(tokenFile, 'utf8')).trim();
  } catch (error) {
    throw new MasterKeyError(`VAULT_TOKEN_FILE: ${tokenFile} cannot be read (${reasonOf(error)}).`);
  }
}

/** The code of an error or of its cause, which is more specific than the message of `fetch`. */
function reasonOf(error: unknown): string {
  const { code, cause, name } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  return (typeof code === 'string' && code) || cause?.code || cause?.message || name;
}
