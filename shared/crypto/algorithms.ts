/** What protects something: a cipher, a keyed hash, a hash, a signature. Names as their standards write them. */
interface Algorithm {
  readonly algorithm: string;
  readonly standard: string;
  /** Whose key it takes; null: none. */
  readonly key: 'master' | 'workspace' | 'signing' | 'webhook' | null;
}

/**
 * What is protected by which algorithm. test/modules/key-inventory.test.ts holds each against what the product writes.
 */
export const ALGORITHMS = {
  columns: { algorithm: 'AES-256-GCM', standard: 'NIST SP 800-38D', key: 'workspace' },
  files: { algorithm: 'AES-256-GCM', standard: 'NIST SP 800-38D', key: 'workspace' },
  apiValues: { algorithm: 'JWE dir, A256GCM', standard: 'RFC 7516', key: 'workspace' },
  apiFiles: { algorithm: 'AES-256-GCM', standard: 'NIST SP 800-38D', key: 'workspace' },
  lookups: { algorithm: 'HMAC-SHA-256', standard: 'RFC 2104', key: 'workspace' },
  workspaceKeys: { algorithm: 'AES-256-GCM', standard: 'NIST SP 800-38D', key: 'master' },
  installation: { algorithm: 'AES-256-GCM', standard: 'NIST SP 800-38D', key: 'master' },
  derived: { algorithm: 'HKDF-SHA-256', standard: 'RFC 5869', key: 'master' },
  receipts: { algorithm: 'ECDSA P-256 (ES256)', standard: 'RFC 7518', key: 'signing' },
  webhooks: { algorithm: 'HMAC-SHA-256', standard: 'Standard Webhooks', key: 'webhook' },
  passwords: { algorithm: 'Argon2id', standard: 'RFC 9106', key: null },
  tokens: { algorithm: 'SHA-256', standard: 'FIPS 180-4', key: null },
} as const satisfies Record<string, Algorithm>;
export type ProtectedUse = keyof typeof ALGORITHMS;
