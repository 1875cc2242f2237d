import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const QUIETLY = {
  stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

/** Whether this is a Debian on which we may install packages. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs packages with their required dependencies. @throws if that fails */
export function installPackages(...packages: string[]): void {
  execFileSync('apt-get', ['update', '-q'], QUIETLY);
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], QUIETLY);
}

/** The same for optional packages, without output. Never interrupted, because that would leave the packages broken. */
export function tryToInstall(...packages: string[]): boolean {
  // Fails fast without a network.
  const soon = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];
  const install = [...soon, 'install', '-y', '-q', '--no-install-recommends', '--no-upgrade', ...packages];
  return spawnSync('apt-get', install, { ...QUIETLY, stdio: 'ignore' }).status === 0;
}

/**
 * Debian packages, unpacked beside ours and not installed: their files are in `root` of the folder. Empty if they are
 * not available.
 */
export function unpackPackages(cache: string, packages: readonly string[]): void {
  mkdirSync(join(cache, '..'), { recursive: true });
  const folder = mkdtempSync(`${cache}-`);
  const download = () => spawnSync('apt-get', ['download', '-q', ...packages], { cwd: folder, stdio: 'ignore' });
  if (download().status !== 0) {
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
    download();
  }
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb')))
    spawnSync('dpkg-deb', ['-x', name, 'root'], { cwd: folder, stdio: 'ignore' });
  // Another test may have been faster.
  if (existsSync(cache)) rmSync(folder, { recursive: true, force: true });
  else renameSync(folder, cache);
}

/**
 * If the tests run as root, test servers run as nobody: otherwise they would require dedicated users on this machine.
 */
export const NOBODY =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534, name: 'nobody', group: 'nogroup' } : undefined;

/** Makes the user of such a server the owner of a file or folder. */
export function hand(path: string): void {
  if (NOBODY) chownSync(path, NOBODY.uid, NOBODY.gid);
}
