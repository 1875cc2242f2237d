import type { KeyServiceName, KeyServiceSettings } from './config.ts';
import type { KeyService } from './contract.ts';
import { kms } from './kms.ts';
import { vault } from './vault.ts';

/** The configured service of this name; undefined when there is none. */
export function keyService(name: KeyServiceName, settings: KeyServiceSettings): KeyService | undefined {
  if (name === 'vault') return settings.vault && vault(settings.vault);
  return settings.kms && kms(settings.kms);
}
