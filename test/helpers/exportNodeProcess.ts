// A node that runs jobs, in a separate process, to be killed; it sends mails if a mail server is passed.
import { loadConfig } from '../../server/platform/config.ts';
import { modules } from '../../server/modules/index.ts';
import { createDeps } from '../../server/platform/deps.ts';

const [databaseUrl = '', dataDir = '', smtpUrl = ''] = process.argv.slice(2);
const config = loadConfig({
  NODE_ENV: 'test',
  SFTP_ON_PRIVATE_NETWORK: process.env.SFTP_ON_PRIVATE_NETWORK ?? 'false',
  LOG_LEVEL: 'silent',
  DATA_DIR: dataDir,
  DATABASE_POOL: '4',
  ...(smtpUrl !== '' && { SMTP_URL: smtpUrl }),
});
const { deps, live } = createDeps({ config, databaseUrl, modules });
await live.start();
deps.jobs.start();
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
