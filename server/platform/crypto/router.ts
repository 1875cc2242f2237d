import {
  keyInventory,
  listWorkspaceKeys,
  replaceWorkspaceKeyInput,
  workspaceKeyList,
} from '../../../shared/crypto/keys.ts';
import { nodeList } from '../../../shared/crypto/nodes.ts';
import { decryptInput, decryptOutput, encryptInput, encryptOutput } from '../../../shared/file.ts';
import { maybeInWorkspace } from '../../../shared/text.ts';
import { canInNamed, canSomewhere, router } from '../trpc/trpc.ts';
import * as inventory from './inventory.ts';
import { listNodes } from './nodes.ts';
import { replaceSigningKey } from './rotation/signingKey.ts';
import * as service from './service.ts';

/**
 * Encryption with the workspace's key, for integrators, `workspace` in the body as the contract has it; and the keys
 * themselves, for Admins.
 */
export const cryptoRouter = router({
  encrypt: canInNamed('encryption.use')
    .meta({
      rest: {
        method: 'POST',
        path: '//encrypt-decrypt-api/v1/encrypt',
        summary: 'Encrypt a JSON value with the workspace key, to a compact JWE',
        failures: [413],
      },
    })
    .input(encryptInput)
    .output(encryptOutput)
    .mutation(({ ctx, input }) => service.encrypt(ctx, input)),
  decrypt: canInNamed('encryption.use')
    .meta({
      rest: {
        method: 'POST',
        path: '//encrypt-decrypt-api/v1/decrypt',
        summary: 'Decrypt a compact JWE that the same workspace encrypted',
        failures: [413],
      },
    })
    .input(decryptInput)
    .output(decryptOutput)
    .mutation(({ ctx, input }) => service.decrypt(ctx, input)),
  keys: canSomewhere('admin.console')
    .input(listWorkspaceKeys)
    .output(workspaceKeyList)
    .query(({ ctx, input }) => inventory.listKeys(ctx, input)),
  inventory: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .output(keyInventory)
    .query(({ ctx }) => inventory.keyInventory(ctx)),
  nodes: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .output(nodeList)
    .query(({ ctx }) => listNodes(ctx)),
  replaceSigningKey: canSomewhere('admin.console')
    .input(maybeInWorkspace)
    .mutation(({ ctx, input }) => replaceSigningKey(ctx, input)),
  replaceKey: canSomewhere('admin.console')
    .input(replaceWorkspaceKeyInput)
    .mutation(({ ctx, input }) => inventory.replaceKey(ctx, input)),
});
