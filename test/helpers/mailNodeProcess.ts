// One node that sends mails, in a separate process, to be killed.
import { loadConfig } from '../../server/platform/config.ts';
import { modules } from '../../server/modules/index.ts';
import { createDeps } from '../../server/platform/deps.ts';

const [databaseUrl = '', dataDir = '', smtpUrl = ''] = process.argv.slice(2);
const config = loadConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  DATA_DIR: dataDir,
  DATABASE_POOL: '4',
  SMTP_URL: smtpUrl,
  SIGNUP: 'closed',
});
const { deps } = createDeps({ config, databaseUrl, modules });
deps.mailer.kick();
process.on('message', () => process.send?.({ heap: process.memoryUsage().heapUsed, rss: process.memoryUsage().rss }));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
