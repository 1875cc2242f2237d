import { randomBytes } from 'node:crypto';
import { createKeyring } from '../../server/platform/crypto/keyring.ts';

/** The keys of a separate installation, with which its backups are signed. */
export const keysFor = () => createKeyring({ masterKey: randomBytes(32).toString('base64'), dataDir: '' });

/** The keys used for the backups of a test file. */
export const BACKUP_KEYS = keysFor();
