import { z } from 'zod';

/** Services that wrap a master key, by the word that a wrapped key begins with. */
export const KEY_SERVICES = { vault: 'vault', kms: 'awskms' } as const;
export type KeyServiceName = keyof typeof KEY_SERVICES;

/** Longest a wrapped key may be: Vault's has some 80 characters, that of KMS some 250. */
const LONGEST = 2000;
const MASTER_KEY = /^(?:[A-Za-z0-9+/]{43}=|(?:vault:v\d+|awskms):[A-Za-z0-9+/]+={0,2})$/;

/** A master key as it is configured: in clear, or wrapped by a service. */
export const masterKeyVariable = z.string().max(LONGEST).regex(MASTER_KEY, {
  error:
    'must be 32 bytes in base64 (openssl rand -base64 32), or such a key wrapped by Vault (vault:v1:…) or AWS KMS (awskms:…)',
});

/** The service that wrapped a key; undefined when it is in clear. */
export function wrappedBy(masterKey: string | undefined): KeyServiceName | undefined {
  if (masterKey?.startsWith(`${KEY_SERVICES.vault}:`)) return 'vault';
  if (masterKey?.startsWith(`${KEY_SERVICES.kms}:`)) return 'kms';
  return undefined;
}

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const path = z
  .string()
  .regex(/^(?!\.)(?!.*\/\.)[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/, { error: 'must be a path as Vault has it' });

/** The variables of key services. */
export const keyServiceVariables = {
  VAULT_ADDR: address.optional(),
  VAULT_TOKEN: z.string().optional(),
  VAULT_TOKEN_FILE: z.string().optional(),
  VAULT_NAMESPACE: path.optional(),
  VAULT_TRANSIT_MOUNT: path.default('transit'),
  VAULT_TRANSIT_KEY: path.default('pokpong'),
  KMS_KEY: z.string().optional(),
  KMS_REGION: z.string().default('ap-southeast-1'),
  KMS_ENDPOINT: address.optional(),
};
type Variables = z.output<z.ZodObject<typeof keyServiceVariables>>;

/** Where the key services of an installation are. */
export interface KeyServiceSettings {
  readonly vault?: {
    readonly address: string;
    /** A token, or the file that Vault Agent keeps one in. */
    readonly token?: string;
    readonly tokenFile?: string;
    readonly namespace?: string;
    readonly mount: string;
    readonly key: string;
  };
  readonly kms?: {
    /** Id, alias or ARN. */
    readonly key: string;
    readonly region: string;
    readonly endpoint?: string;
  };
}

export const keyServicesOf = (value: Variables): KeyServiceSettings => ({
  vault: value.VAULT_ADDR
    ? {
        address: value.VAULT_ADDR.replace(/\/$/, ''),
        token: value.VAULT_TOKEN,
        tokenFile: value.VAULT_TOKEN_FILE,
        namespace: value.VAULT_NAMESPACE,
        mount: value.VAULT_TRANSIT_MOUNT,
        key: value.VAULT_TRANSIT_KEY,
      }
    : undefined,
  kms: value.KMS_KEY ? { key: value.KMS_KEY, region: value.KMS_REGION, endpoint: value.KMS_ENDPOINT } : undefined,
});

/** What a wrapped master key needs beside it; a sentence each. */
export function missingKeyService(value: Variables & { MASTER_KEY?: string; MASTER_KEY_NEXT?: string }): string[] {
  const services = [wrappedBy(value.MASTER_KEY), wrappedBy(value.MASTER_KEY_NEXT)];
  const missing: string[] = [];
  if (services.includes('vault') && !value.VAULT_ADDR)
    missing.push('VAULT_ADDR: is needed for a master key that Vault wrapped');
  if (services.includes('kms') && !value.KMS_KEY)
    missing.push('KMS_KEY: is needed for a master key that AWS KMS wrapped');
  if (value.VAULT_ADDR && !value.VAULT_TOKEN === !value.VAULT_TOKEN_FILE)
    missing.push('VAULT_TOKEN, VAULT_TOKEN_FILE: set one of them beside VAULT_ADDR');
  return missing;
}
