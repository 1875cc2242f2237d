import type { KMSClient } from '@aws-sdk/client-kms';
import { MasterKeyError } from '../masterKey.ts';
import { KEY_SERVICES, type KeyServiceSettings } from './config.ts';
import { type KeyService, PATIENCE_MS } from './contract.ts';

type Sdk = typeof import('@aws-sdk/client-kms');
type Settings = NonNullable<KeyServiceSettings['kms']>;

/** AWS KMS. The SDK finds the machine's own identity: instance role, environment, files. */
export function kms(settings: Settings): KeyService {
  const { key: KeyId } = settings;
  return {
    wrap: (secret) =>
      withClient(settings, async (client, { EncryptCommand }) => {
        const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId, Plaintext: secret }));
        return `${KEY_SERVICES.kms}:${Buffer.from(CiphertextBlob ?? []).toString('base64')}`;
      }),
    unwrap: (wrapped) =>
      withClient(settings, async (client, { DecryptCommand }) => {
        const CiphertextBlob = Buffer.from(wrapped.slice(KEY_SERVICES.kms.length + 1), 'base64');
        const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob }));
        return Buffer.from(Plaintext ?? []);
      }),
  };
}

async function withClient<Result>(
  { key, region, endpoint }: Settings,
  work: (client: KMSClient, sdk: Sdk) => Promise<Result>,
): Promise<Result> {
  // The SDK is large, and few installations need it.
  const sdk = await import('@aws-sdk/client-kms');
  const client = new sdk.KMSClient({
    region,
    endpoint,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS, throwOnRequestTimeout: true },
  });
  try {
    return await work(client, sdk);
  } catch (error) {
    const { name, message } = error as Error;
    throw new MasterKeyError(
      `AWS KMS does not give the master key (${[name, message].filter(Boolean).join(': ')}). KMS_KEY (${key}) and KMS_REGION name the key that wrapped MASTER_KEY, and the machine's identity has to be allowed kms:Decrypt with it.`,
    );
  } finally {
    client.destroy();
  }
}
