// npm start: everything the product needs on one machine, with one command.
import { isIPv6 } from 'node:net';
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import type { OperatorLink } from '../server/platform/auth/signUp.ts';
import { CLIENT_OUT, ensureClient } from './client.ts';
import { readyDatabase } from './database.ts';
import type { ReadyDatabase } from './database.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';

const life = lifetime();
try {
  const config = await readConfig(process.env);
  console.log('Pokpong is starting … กำลังเริ่มปกป้อง');
  // Database, client and the server's own code do not wait for one another.
  const [database, , { startServer }] = await Promise.all([
    readyDatabase(config, life.onStop),
    ensureClient(life.onStop),
    import('../server/main.ts'),
  ]);
  const server = await startServer(config, { databaseUrl: database.url, clientDir: CLIENT_OUT });
  life.onStop(() => server.close());
  announce(server.address, database.demoAccounts, config.demoPassword);
  if (server.firstLink) announceFirstLink(server.firstLink);
} catch (error) {
  if (!life.stopping()) {
    console.error(failureText(error));
    await life.stop(1);
  }
}

function announceFirstLink({ url, hours }: OperatorLink): void {
  console.log(
    `Nobody can sign in yet. Sign the first organisation up here, within ${hours} hours; the link works once:`,
  );
  console.log('ยังไม่มีผู้ใช้งาน เปิดลิงก์นี้เพื่อสร้างองค์กรแรก ใช้ได้ครั้งเดียว');
  console.log(`  ${url}\n`);
}

function announce(address: string, accounts: ReadyDatabase['demoAccounts'], password: string): void {
  const { protocol, hostname, port } = new URL(address);
  const displayUrl =
    ['127.0.0.1', '0.0.0.0', '[::1]', '[::]'].includes(hostname) || isIPv6(hostname)
      ? `${protocol}//localhost${port === '' ? '' : `:${port}`}`
      : address;
  console.log(`\nReady  พร้อมใช้งาน  ${displayUrl}\n`);
  if (accounts.length > 0) {
    const width = Math.max(...accounts.map(({ email }) => email.length));
    const roleWidth = Math.max(...accounts.map(({ role }) => role.length));
    console.log('Demo accounts  บัญชีทดลอง');
    for (const { email, role, organization } of accounts) {
      console.log(`  ${email.padEnd(width)}  ${role.padEnd(roleWidth)}  ${organization}`);
    }
    console.log(`  password  รหัสผ่าน  ${password}\n`);
  }
  console.log('Ctrl-C stops everything  กด Ctrl-C เพื่อหยุด');
}
