import type { OperatorCommand } from '../../operator/command.ts';
import { AdminError } from '../../operator/workspaces.ts';
import { KEY_SERVICES, type KeyServiceName } from './config.ts';
import { keyService } from './service.ts';

const isName = (word: string): word is KeyServiceName => Object.hasOwn(KEY_SERVICES, word);

export const wrapMasterKey: OperatorCommand = {
  usage: 'wrap-master-key vault|kms',
  help: 'prints the master key in use, wrapped by Vault or AWS KMS, as MASTER_KEY takes it',
  words: 1,
  async run({ config, keyring }, [name = '']) {
    if (!isName(name)) throw new AdminError('Name the key service: vault or kms.');
    const service = keyService(name, config.keyServices);
    if (!service)
      throw new AdminError(
        name === 'vault'
          ? 'VAULT_ADDR is not set: this command needs the variables of Vault that nodes are to have.'
          : 'KMS_KEY is not set: this command needs the variables of AWS KMS that nodes are to have.',
      );
    const { secret, name: id } = keyring.masterKeys.current;
    const wrapped = await service.wrap(secret);
    // Whoever is allowed to wrap only would be left without a key.
    if (!(await service.unwrap(wrapped)).equals(secret))
      throw new AdminError('What the key service unwrapped is not what it had wrapped. Keep the master key as it is.');
    return [
      `MASTER_KEY=${wrapped}`,
      `It is the master key ${id}, and was unwrapped again for a test. Set it on every node in the place of the key in clear, and restart them one after another.`,
      'Keep a copy of the key in clear apart from everything else: without the key service it alone opens backups.',
    ];
  },
};
