import type { OperatorCommand } from '../../operator/command.ts';
import { findWorkspace } from '../../operator/workspaces.ts';
import { transact } from '../../trpc/context.ts';
import { retireSigningKey } from '../signingKeys.ts';
import { exportFileKeys } from '../exportKeys.ts';
import { wrapMasterKey } from '../keyServices/command.ts';
import { replaceMasterKey } from './masterKey.ts';
import { replaceWorkspaceKey } from './workspaceKey.ts';

export const commands = {
  'replace-master-key': {
    usage: 'replace-master-key',
    help: 'puts the next master key in the place of the one in use, while nodes run',
    words: 0,
    run: (deps, _words, databaseUrl) => replaceMasterKey(deps, databaseUrl),
  },
  'wrap-master-key': wrapMasterKey,
  'replace-workspace-key': {
    usage: 'replace-workspace-key WORKSPACE',
    help: 'gives a workspace a new key, and has what the older ones encrypted encrypted again',
    words: 1,
    async run(deps, [named = '']) {
      const { id: workspaceId, name } = await findWorkspace(deps, named);
      const key = await transact(deps, { workspaceId }, (trx) =>
        replaceWorkspaceKey(trx, { workspaceId, personnelId: null, at: deps.now() }, deps),
      );
      return [
        `${name} has the key ${key}; it encrypts in 15 seconds. A running node then encrypts again what older keys encrypted.`,
      ];
    },
  },
  'export-file-keys': exportFileKeys,
  'replace-signing-key': {
    usage: 'replace-signing-key',
    help: 'has receipts signed with a new key; those of before can still be checked',
    words: 0,
    async run(deps) {
      const retired = await retireSigningKey(deps);
      return [
        retired.length === 0
          ? 'No receipt was signed yet: the first one makes the key.'
          : `The next receipt makes a new key. Checked still, but signing no more: ${retired.join(', ')}.`,
      ];
    },
  },
} satisfies Record<string, OperatorCommand>;
