import type { ManifestKeys } from '../db/backup/manifest.ts';
import { openDatabase } from '../db/client.ts';
import { createKeyring } from '../server/platform/crypto/keyring.ts';
import type { MasterKeySource } from '../server/platform/crypto/masterKey.ts';
import { requireMasterKey } from '../server/platform/installation/installation.ts';

/**
 * What a backup is encrypted and signed with, of the master key that is in use: the configured one, or the next where
 * that has replaced it already.
 * @throws ConfigError where neither is in use: the backup could not be read once a replaced key is destroyed
 */
export async function keysInUse(config: MasterKeySource, url: string): Promise<ManifestKeys> {
  const keyring = createKeyring(config);
  const authDb = openDatabase(url, 'pokpong_auth', 1);
  try {
    await keyring.refresh(authDb);
    await requireMasterKey(
      authDb,
      keyring.masterKeyId,
      config.masterKey ? 'MASTER_KEY' : `${config.dataDir}/master.key`,
    );
  } finally {
    await authDb.destroy();
  }
  return keyring.backup;
}
