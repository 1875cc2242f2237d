// Runs scripts/<command>.ts under the project's own Node. Plain JavaScript without
// dependencies, since it must work before anything is installed and on any Node from 18 on:
// it installs what package-lock.json lists when that is missing or old, then hands over.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const node = join(modules, '.bin', 'node');
const stamp = join(modules, '.pokpong-installed');
const [command, ...args] = process.argv.slice(2);

if (command === undefined || !existsSync(join(root, 'scripts', `${command}.ts`))) {
  fail(
    `usage: node scripts/run.mjs start|dev|test|check|bench|admin|backup|restore|codegen|decrypt-file|verify-receipt|verify-manifest`,
  );
}
if (Number(process.versions.node.split('.')[0]) < 18) {
  fail(`Node ${process.versions.node} is too old to install Pokpong: it needs 18 or newer.\nต้องใช้ Node 18 ขึ้นไป`);
}

if (!installed()) install();
handOver();

/** Whether node_modules is what package-lock.json says; remembers a yes in a stamp. */
function installed() {
  if (!existsSync(node)) return false;
  const wanted = fingerprint();
  if (read(stamp) === wanted) return true;
  // No stamp, but npm's own list may say that somebody ran `npm install` by hand.
  const listed = read(join(modules, '.package-lock.json'));
  if (listed === undefined) return false;
  const have = JSON.parse(listed).packages;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  for (const [path, entry] of Object.entries(want)) {
    if (path === '' || entry.link || (have[path] === undefined && (entry.optional || entry.devOptional || entry.peer)))
      continue;
    if (have[path]?.version !== entry.version || have[path]?.integrity !== entry.integrity) return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

/** The lock file and the machine: a folder copied from another system has the wrong programs in it. */
function fingerprint() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
}

function install() {
  const release = lockInstall();
  process.on('exit', release);
  if (installed()) return release(); // another start did it while we waited
  console.log('Installing dependencies (about half a minute) … กำลังติดตั้งส่วนประกอบ (ราวครึ่งนาที)');
  // `npm ci` refuses a lock file in which a registry left out programs for other systems; this keeps to the
  // locked versions all the same, and writes nothing back.
  const flags = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [program, list] =
    npm !== undefined && basename(npm) === 'npm-cli.js' ? [process.execPath, [npm, ...flags]] : ['npm', flags];
  const { status, error } = spawnSync(program, list, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) fail(`npm could not be run (${error.message}). Install Node with npm, then try again.`);
  if (status !== 0)
    fail(
      'npm install failed: see above. Is the package registry reachable?\nติดตั้งไม่สำเร็จ ตรวจสอบการเชื่อมต่อเครือข่ายแล้วลองใหม่',
    );
  if (!existsSync(node))
    fail('npm did not install the Node of the project: are install scripts switched off (ignore-scripts in .npmrc)?');
  if (!installed()) fail('npm did not install what package-lock.json lists. Remove node_modules and try again.');
  release();
}

/** Two starts at once must not both empty node_modules: the second waits for the first. */
function lockInstall() {
  const lock = join(tmpdir(), `pokpong-install-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  const holder = join(lock, 'pid');
  for (let told = false; ; told = true) {
    try {
      mkdirSync(lock);
      writeFileSync(holder, String(process.pid));
      return () => {
        if (read(holder) === String(process.pid)) rmSync(lock, { recursive: true, force: true });
      };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!told) console.log('Another start is installing; waiting for it … รอการติดตั้งที่กำลังทำอยู่');
    pause(500);
    if (!alive(Number(read(holder)))) rmSync(lock, { recursive: true, force: true });
  }
}

function alive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function handOver() {
  // The channel lets the script notice when this process is killed.
  const child = spawn(node, [join('scripts', `${command}.ts`), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Compiled once, loaded from then on: halves the time that a start takes to load its code.
    env: { NODE_COMPILE_CACHE: join(modules, '.cache', 'pokpong'), ...process.env },
  });
  child.on('error', (error) => fail(`${node}: ${error.message}`));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  // npm passes signals on, but not its own sudden death.
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = npmProcess();
  const watch = setInterval(() => {
    if (alive(npm)) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}

/** Our parent, or, where npm runs us through a shell that stays, the shell's parent. */
function npmProcess() {
  const { status, stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(process.ppid)], { encoding: 'utf8' });
  const stat =
    status === 0 ? stdout : (read(`/proc/${process.ppid}/stat`) ?? '').replace(/^\d+ \((.*)\) \S+ (\d+) .*/s, '$2 $1');
  const [, parent, name] = /^\s*(\d+)\s+(.*)/.exec(stat) ?? [];
  return /(^|[/-])(sh|bash|dash|ash|zsh|ksh|busybox)\s*$/.test(name ?? '') ? Number(parent) : process.ppid;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
