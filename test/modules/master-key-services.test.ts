import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { modules } from '../../server/modules/index.ts';
import { keyInventory } from '../../server/platform/crypto/inventory.ts';
import { createKeyring } from '../../server/platform/crypto/keyring.ts';
import { wrapMasterKey } from '../../server/platform/crypto/keyServices/command.ts';
import { readConfig } from '../../server/platform/crypto/keyServices/unwrap.ts';
import { createDeps } from '../../server/platform/deps.ts';
import { joinInstallation } from '../../server/platform/installation/installation.ts';
import type { SignedInContext } from '../../server/platform/trpc/context.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildServer, buildWorkspace } from '../factories.ts';
import { CHILD_ENVIRONMENT } from '../helpers/childEnvironment.ts';
import { type KmsPeer, startKms, startVault, type VaultPeer } from '../helpers/keyServices.ts';

const KEY = randomBytes(32).toString('base64');
const NEXT = randomBytes(32).toString('base64');
const TOKEN = 'hvs.the-token-of-this-test';
const KMS = {
  key: 'arn:aws:kms:ap-southeast-1:111122223333:key/1234abcd',
  region: 'ap-southeast-1',
  keys: { accessKeyId: 'AKIATEST', secretAccessKey: 'the-secret-of-this-test' },
};
const AWS = { AWS_ACCESS_KEY_ID: KMS.keys.accessKeyId, AWS_SECRET_ACCESS_KEY: KMS.keys.secretAccessKey };

let folder: string;
let vault: VaultPeer;
let kms: KmsPeer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'key-services-'));
  vault = await startVault();
  vault.policies.set(TOKEN, ['encrypt', 'decrypt']);
  kms = await startKms(KMS);
  for (const [name, value] of Object.entries(AWS)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([vault.close(), kms.close()]);
  rmSync(folder, { recursive: true });
});

const ofVault = () => ({ NODE_ENV: 'test', DATA_DIR: folder, VAULT_ADDR: vault.address, VAULT_TOKEN: TOKEN });
const ofKms = () => ({ NODE_ENV: 'test', DATA_DIR: folder, KMS_KEY: KMS.key, KMS_ENDPOINT: kms.address });
const SERVICES = [
  ['vault', ofVault],
  ['kms', ofKms],
] as const;

/** The master key as accepted by a node with these variables, wrapped by the operator's command. */
async function wrapped(name: string, env: Record<string, string>, masterKey = KEY): Promise<string> {
  const config = await readConfig({ ...env, MASTER_KEY: masterKey });
  const deps = { config, keyring: createKeyring(config) } as Parameters<typeof wrapMasterKey.run>[0];
  const [line = ''] = await wrapMasterKey.run(deps, [name], '');
  return line.replace(/^MASTER_KEY=/, '');
}

describe.each(SERVICES)('a master key wrapped by %s', (name, env) => {
  it('is the same key for a node, and is no longer in its variables', async () => {
    const text = await wrapped(name, env());
    expect(text).toMatch(name === 'vault' ? /^vault:v1:/ : /^awskms:/);
    const config = await readConfig({ ...env(), MASTER_KEY: text });
    expect([config.masterKey, config.masterKeyWrappedBy]).toEqual([KEY, name]);
    expect(createKeyring(config).masterKeyId).toBe(createKeyring({ masterKey: KEY, dataDir: folder }).masterKeyId);
  });

  it('is refused with instructions if it was changed, or contains no key of 32 bytes', async () => {
    const text = await wrapped(name, env());
    const bytes = Buffer.from(text.split(':').at(-1)!, 'base64');
    bytes[20]! ^= 1;
    const changed = text.replace(/[^:]+$/, bytes.toString('base64'));
    const refusal = readConfig({ ...env(), MASTER_KEY: changed }).catch((error: unknown) => error as Error);
    expect(await refusal).toMatchObject({
      name: 'MasterKeyError',
      message: expect.stringMatching(
        /message authentication failed.*MASTER_KEY has to be|InvalidCiphertext.*MASTER_KEY/,
      ),
    });
    expect(((await refusal) as Error).message).not.toContain(TOKEN);
  });
});

describe('Vault', () => {
  it('unwraps what it wrapped before its own key had a new version', async () => {
    const text = await wrapped('vault', ofVault());
    vault.rotate();
    expect((await readConfig({ ...ofVault(), MASTER_KEY: text })).masterKey).toBe(KEY);
    expect(await wrapped('vault', ofVault())).toMatch(/^vault:v2:/);
  });

  it('reads the token from a file, and is called in its namespace', async () => {
    vault.namespace = 'org/privacy';
    const file = join(folder, 'token');
    writeFileSync(file, `${TOKEN}\n`);
    const { VAULT_TOKEN: _, ...rest } = ofVault();
    const env = { ...rest, VAULT_TOKEN_FILE: file, VAULT_NAMESPACE: 'org/privacy' };
    expect(await wrapped('vault', env)).toMatch(/^vault:v1:/);
    await expect(readConfig({ ...env, VAULT_TOKEN_FILE: `${file}.no`, MASTER_KEY: 'vault:v1:AAAA' })).rejects.toThrow(
      /VAULT_TOKEN_FILE: .*token\.no cannot be read \(ENOENT\)/,
    );
  });

  it.each<[string, (peer: VaultPeer) => void, Record<string, string>, RegExp]>([
    ['a token that is not allowed it', (peer) => peer.policies.set(TOKEN, ['encrypt']), {}, /403.*permission denied/s],
    ['being sealed', (peer) => (peer.isSealed = true), {}, /503: Vault is sealed\. .*unseal it/],
    ['an engine that is not there', () => {}, { VAULT_TRANSIT_MOUNT: 'elsewhere' }, /404.*VAULT_TRANSIT_MOUNT/s],
    ['a key that is not there', () => {}, { VAULT_TRANSIT_KEY: 'other' }, /400: encryption key not found/],
    ['a redirection, by which the token would leave', (peer) => (peer.standbyOf = kms.address), {}, /does not answer/],
    ['an address where nothing is', () => {}, { VAULT_ADDR: 'http://127.0.0.1:2' }, /does not answer \(ECONNREFUSED\)/],
  ])('prevents the start by %s, with a message about what to do', async (_, change, variables, message) => {
    const text = await wrapped('vault', ofVault());
    change(vault);
    const refusal = await readConfig({ ...ofVault(), MASTER_KEY: text, ...variables }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'MasterKeyError', message: expect.stringMatching(message) });
    const { message: stated } = refusal as Error;
    for (const secret of [TOKEN, KEY.slice(0, 20)]) expect(stated).not.toContain(secret);
  });

  it('is not called for a plain-text key', async () => {
    vault.isSealed = true;
    expect(await readConfig({ ...ofVault(), MASTER_KEY: KEY })).toMatchObject({
      masterKey: KEY,
      masterKeyWrappedBy: undefined,
    });
  });

  it('that wraps but does not unwrap leaves nobody without a key: the command prints none', async () => {
    vault.policies.set(TOKEN, ['encrypt']);
    await expect(wrapped('vault', ofVault())).rejects.toThrow(/permission denied/);
  });
});

describe('AWS KMS', () => {
  it.each<[string, (peer: KmsPeer) => void, Record<string, string>, RegExp]>([
    ['an identity that is not allowed it', (peer) => (peer.allowed = ['Encrypt']), {}, /AccessDenied.*kms:Decrypt/s],
    ['another key', () => {}, { KMS_KEY: 'alias/other' }, /NotFoundException.*alias\/other/s],
    ['an address where nothing is', () => {}, { KMS_ENDPOINT: 'http://127.0.0.1:1' }, /ECONNREFUSED/],
  ])('prevents the start by %s, with a message about what to do', async (_, change, variables, message) => {
    const text = await wrapped('kms', ofKms());
    change(kms);
    await expect(readConfig({ ...ofKms(), MASTER_KEY: text, ...variables })).rejects.toThrow(message);
  });

  it('refuses requests signed with other keys', async () => {
    const text = await wrapped('kms', ofKms());
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    await expect(readConfig({ ...ofKms(), MASTER_KEY: text })).rejects.toThrow(/InvalidSignatureException/);
  });
});

describe('variables', () => {
  it.each([
    [{ MASTER_KEY: 'vault:v1:AAAA' }, /VAULT_ADDR: is needed for a master key that Vault wrapped/],
    [{ MASTER_KEY: 'awskms:AAAA' }, /KMS_KEY: is needed/],
    [{ MASTER_KEY: KEY, MASTER_KEY_NEXT: 'awskms:AAAA' }, /KMS_KEY: is needed/],
    [{ VAULT_ADDR: 'https://vault.example.com' }, /VAULT_TOKEN, VAULT_TOKEN_FILE: set one of them/],
    [{ VAULT_ADDR: 'https://v.example.com', VAULT_TOKEN: 'a', VAULT_TOKEN_FILE: 'b' }, /set one of them/],
    [{ MASTER_KEY: 'vault:AAAA' }, /MASTER_KEY: must be 32 bytes in base64/],
    [{ VAULT_TRANSIT_MOUNT: '../sys' }, /VAULT_TRANSIT_MOUNT: must be a path as Vault has it/],
  ])('%o are refused', async (env, message) => {
    await expect(readConfig(env)).rejects.toThrow(message);
  });

  it('produce a warning for a Vault called without TLS', async () => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://privacy.example.com', VAULT_TOKEN: 'x' };
    expect((await readConfig({ ...env, VAULT_ADDR: 'http://vault.example.com' })).warnings.join()).toContain(
      'VAULT_ADDR',
    );
    expect((await readConfig({ ...env, VAULT_ADDR: 'https://vault.example.com' })).warnings.join()).not.toContain(
      'VAULT',
    );
  });
});

describe('an installation with a plain-text master key', () => {
  let database: TestDatabase;
  const home = mkdtempSync(join(tmpdir(), 'key-services-home-'));
  beforeAll(async () => {
    database = await createTestDatabase();
    const server = await buildServer({ MASTER_KEY: KEY, DATA_DIR: home }, { databaseUrl: database.url });
    const { config, authDb, files, keyring, log, now } = server.deps;
    await joinInstallation({ config, authDb, files, masterKeyId: keyring.masterKeyId, log, now });
    await buildWorkspace(server, { name: 'สำนักงานใหญ่' });
    // A node without the next key would prevent the current one from being replaced.
    await server.close();
  });
  afterAll(async () => {
    await database.drop();
    rmSync(home, { recursive: true });
  });

  /** Runs a command like an operator, in a separate process; returns its output. */
  async function admin(words: readonly string[], env: Record<string, string>): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/admin.ts', ...words], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        ...CHILD_ENVIRONMENT,
        ...env,
        DATABASE_URL: database.url,
        DATA_DIR: home,
      },
    });
    return stdout;
  }
  const wrappedLine = async (env: Record<string, string>) =>
    /^MASTER_KEY=(.+)$/m.exec(await admin(['wrap-master-key', 'vault'], env))![1]!;

  it('moves to Vault, and has its key replaced there, without a plain-text key from then on', async () => {
    const inClear = { ...ofVault(), MASTER_KEY: KEY };
    const current = await wrappedLine(inClear);
    await expect(admin(['wrap-master-key', 'kms'], inClear)).rejects.toThrow(/KMS_KEY is not set/);
    await expect(admin(['wrap-master-key', 'paper'], inClear)).rejects.toThrow(/vault or kms/);
    const env = { ...ofVault(), MASTER_KEY: current };
    expect(await admin(['check'], env)).toContain(
      `master key: ${createKeyring({ masterKey: KEY, dataDir: home }).masterKeyId}`,
    );

    const next = await wrapped('vault', ofVault(), NEXT);
    expect(await admin(['replace-master-key'], { ...env, MASTER_KEY_NEXT: next })).toContain('is in use; it replaced');
    const config = await readConfig({ ...ofVault(), MASTER_KEY: next });
    const { deps, close } = createDeps({ config, databaseUrl: database.url, modules });
    try {
      await deps.keyring.refresh(deps.authDb);
      expect((await keyInventory({ deps } as SignedInContext)).masterKey).toEqual({
        id: createKeyring({ masterKey: NEXT, dataDir: folder }).masterKeyId,
        source: 'vault',
      });
    } finally {
      await close();
    }
  });
});
