import { randomBytes } from 'node:crypto';
import { createKeyring } from '../../server/platform/crypto/keyring.ts';

/** The keys of an installation of its own, by which its backups are known. */
export const keysFor = () => createKeyring({ masterKey: randomBytes(32).toString('base64'), dataDir: '' });

/** The one that makes the backups of a test file. */
export const BACKUP_KEYS = keysFor();
