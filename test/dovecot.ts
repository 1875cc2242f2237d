import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { hand, NOBODY, unpackPackages } from './debian.ts';
import { MAIL_CERTIFICATE, MAIL_KEY } from './helpers/mailCertificate.ts';

const CACHE = join(import.meta.dirname, '../node_modules/.cache/pokpong/dovecot');
const PACKAGES = ['dovecot-core', 'dovecot-imapd'];

/** The location at which Dovecot looks for its modules; defined only in its code. */
const PARTS = '/usr/lib/dovecot/modules';

/** Dovecot: the one of this machine, otherwise Debian's, unpacked beside our packages and not installed. */
function findDovecot(): string | undefined {
  if (existsSync('/usr/sbin/dovecot') && existsSync('/usr/lib/dovecot/imap')) return '/';
  if (!existsSync(CACHE)) unpackPackages(CACHE, PACKAGES);
  const root = join(CACHE, 'root');
  return existsSync(join(root, 'usr/lib/dovecot/imap')) ? root : undefined;
}

/** The programs at a location readable for their user, and where they find their modules. */
function placed(
  root: string,
  home: string,
): { programs: string; doveconf: string; dovecot: string; libraries: string } {
  if (root === '/')
    return { programs: '/usr/lib/dovecot', doveconf: '/usr/bin/doveconf', dovecot: '/usr/sbin/dovecot', libraries: '' };
  const programs = join(home, 'l');
  cpSync(join(root, 'usr/lib/dovecot'), programs, { recursive: true, verbatimSymlinks: true });
  for (const [from, name] of [
    ['usr/bin/doveconf', 'doveconf'],
    ['usr/sbin/dovecot', 'dovecot'],
  ] as const)
    cpSync(join(root, from), join(programs, name));
  const library = join(programs, 'libdovecot.so.0.0.0');
  const code = readFileSync(library);
  const [before, after] = [Buffer.from(`${PARTS}\0`), Buffer.from(`${join(programs, 'modules')}\0`)];
  const at = code.indexOf(before);
  if (at < 0 || after.length > before.length) throw new Error('the module path of Dovecot cannot be replaced');
  after.copy(code, at);
  writeFileSync(library, code);
  return {
    programs,
    doveconf: join(programs, 'doveconf'),
    dovecot: join(programs, 'dovecot'),
    libraries: `${programs}:${join(programs, 'modules/old-stats')}`,
  };
}

export interface Dovecot {
  /** TLS from the first byte. */
  readonly tlsPort: number;
  /** With STARTTLS. */
  readonly port: number;
  readonly login: { readonly username: string; readonly password: string };
  /** Stores a message in the inbox of a person, as a mail server does. */
  deliver(message: string, username?: string): void;
  /** Messages of the inbox by their flags. */
  flags(username?: string): string[];
  /** Sets another UIDVALIDITY: the numbers of all messages start again. */
  renumber(username?: string): Promise<void>;
  /** The log of the server. */
  log(): string;
  close(): Promise<void>;
}

const LOGIN = { username: 'bounces', password: 'correct-horse-battery' };

/**
 * Dovecot's IMAP server on ports of this machine, with the same password for each person. @throws if it is not
 * available
 */
export async function startDovecot(): Promise<Dovecot> {
  const root = findDovecot();
  if (root === undefined) throw new Error('There is no Dovecot here: apt-get install dovecot-imapd.');
  // The name is short, because it replaces another one in the code.
  const home = mkdtempSync(join(tmpdir(), 'dc-'));
  chmodSync(home, 0o755);
  const { programs, doveconf, dovecot, libraries } = placed(root, home);
  for (const name of ['mail', 'base', 'state']) mkdirSync(join(home, name));
  const [port, tlsPort] = [await getPort(), await getPort()];
  const file = (name: string, content: string) => writeFileSync(join(home, name), content);
  file('server.pem', MAIL_CERTIFICATE + MAIL_KEY);
  file('conf', configuration({ home, programs, port, tlsPort }));
  for (const name of ['.', 'mail', 'base', 'state', 'server.pem', 'conf']) hand(join(home, name));
  let output = '';
  const child: ChildProcess = spawn(
    doveconf,
    ['-f', 'service=master', '-c', join(home, 'conf'), '-e', dovecot, '-F', '-c', join(home, 'conf')],
    {
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(NOBODY && { uid: NOBODY.uid, gid: NOBODY.gid }),
    },
  );
  child.stderr?.on('data', (text) => (output += String(text)));
  const log = () => output + (existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8') : '');
  for (let turn = 0; !(await isOpen(tlsPort)); turn += 1) {
    if (child.exitCode !== null || turn > 1500) throw new Error(`dovecot does not start: ${log()}`);
    await sleep(20);
  }
  let count = 0;
  const inbox = (username: string) => join(home, 'mail', username);
  return {
    port,
    tlsPort,
    login: LOGIN,
    deliver(message, username = LOGIN.username) {
      for (const name of ['', 'tmp', 'new', 'cur'])
        if (!existsSync(join(inbox(username), name))) {
          mkdirSync(join(inbox(username), name));
          hand(join(inbox(username), name));
        }
      count += 1;
      const name = `${1_700_000_000 + count}.M${count}P1.localhost`;
      writeFileSync(join(inbox(username), 'tmp', name), message);
      hand(join(inbox(username), 'tmp', name));
      renameSync(join(inbox(username), 'tmp', name), join(inbox(username), 'new', name));
    },
    flags(username = LOGIN.username) {
      return ['new', 'cur']
        .flatMap((name) => readdirSync(join(inbox(username), name)))
        .toSorted()
        .map((name) => /:2,(\w*)$/.exec(name)?.[1] ?? '');
    },
    async renumber(username = LOGIN.username) {
      const before = /^3 V(\d+)/.exec(readFileSync(join(inbox(username), 'dovecot-uidlist'), 'utf8'))![1]!;
      for (const name of readdirSync(inbox(username)))
        if (name.startsWith('dovecot')) rmSync(join(inbox(username), name), { recursive: true });
      writeFileSync(
        join(inbox(username), 'dovecot-uidlist'),
        `3 V${Number(before) + 1000} N1 G0123456789abcdef0123456789abcdef\n`,
      );
      hand(join(inbox(username), 'dovecot-uidlist'));
    },
    log,
    async close() {
      child.kill('SIGTERM');
      for (let turn = 0; child.exitCode === null && child.signalCode === null && turn < 500; turn += 1) await sleep(10);
      if (child.exitCode === null) child.kill('SIGKILL');
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function configuration(place: { home: string; programs: string; port: number; tlsPort: number }): string {
  const { home, programs, port, tlsPort } = place;
  const user = NOBODY?.name ?? userInfo().username;
  const { uid, gid } = NOBODY ?? userInfo();
  return `protocols = imap
listen = 127.0.0.1
base_dir = ${home}/base
state_dir = ${home}/state
libexec_dir = ${programs}
log_path = ${home}/log
auth_verbose = yes
default_internal_user = ${user}
${NOBODY ? `default_internal_group = ${NOBODY.group}` : ''}
default_login_user = ${user}
import_environment = $import_environment LD_LIBRARY_PATH
ssl = required
ssl_cert = <${home}/server.pem
ssl_key = <${home}/server.pem
auth_mechanisms = plain login
# A wrong password is refused without a pause.
auth_failure_delay = 0
mail_location = maildir:${home}/mail/%u
mailbox_list_index = no
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=${LOGIN.password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${home}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true))).once('error', () => resolve(false));
  });
