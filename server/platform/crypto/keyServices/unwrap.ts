import { type Config, loadConfig } from '../../config.ts';
import { MasterKeyError } from '../masterKey.ts';
import { wrappedBy } from './config.ts';
import { keyService } from './service.ts';

/**
 * The checked configuration, its master keys unwrapped: what every command that works with data begins with.
 * @throws ConfigError naming each wrong variable and why
 * @throws MasterKeyError when a key service does not give the key
 */
export async function readConfig(env: Record<string, string | undefined>): Promise<Config> {
  const config = loadConfig(env);
  const [masterKey, masterKeyNext] = await Promise.all([
    unwrapped(config, 'masterKey', 'MASTER_KEY'),
    unwrapped(config, 'masterKeyNext', 'MASTER_KEY_NEXT'),
  ]);
  return { ...config, masterKey, masterKeyNext, masterKeyWrappedBy: wrappedBy(config.masterKey) };
}

async function unwrapped(
  config: Config,
  field: 'masterKey' | 'masterKeyNext',
  variable: string,
): Promise<string | undefined> {
  const text = config[field];
  const name = wrappedBy(text);
  const service = name && keyService(name, config.keyServices);
  if (text === undefined || service === undefined) return text;
  const secret = await service.unwrap(text);
  if (secret.length !== 32)
    throw new MasterKeyError(
      `${variable}: what the key service unwrapped has ${secret.length} bytes; a master key has 32.`,
    );
  return secret.toString('base64');
}
