// One node that sends due webhook messages on command, in a separate process, to be killed.
import { deliverDue } from '../../server/modules/webhook/dispatch.ts';
import { modules } from '../../server/modules/index.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { createDeps } from '../../server/platform/deps.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const config = loadConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  DATA_DIR: dataDir,
  DATABASE_POOL: '4',
  CALLBACKS_TO_PRIVATE_NETWORK: 'true',
});
const { deps } = createDeps({ config, databaseUrl, modules });
process.on('message', () => void deliverDue(deps, new AbortController().signal));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
