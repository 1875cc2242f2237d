// A node whose alarm notifies deadlines, in a separate process, to be killed.
import { loadConfig } from '../../server/platform/config.ts';
import { modules } from '../../server/modules/index.ts';
import { createDeps } from '../../server/platform/deps.ts';

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
const config = loadConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  DATA_DIR: dataDir,
  DATABASE_POOL: '4',
});
const { deps } = createDeps({ config, databaseUrl, modules });
deps.alarm.start();
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
