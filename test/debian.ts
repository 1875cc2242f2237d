import { execFileSync, spawnSync } from 'node:child_process';

const QUIETLY = {
  stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
};

/** Whether this is a Debian whose packages are ours to install. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs packages with what they cannot do without. @throws where that fails */
export function installPackages(...packages: string[]): void {
  execFileSync('apt-get', ['update', '-q'], QUIETLY);
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], QUIETLY);
}

/** The same of what tests can do without, in silence. Never stopped halfway: that would leave the packages broken. */
export function tryToInstall(...packages: string[]): boolean {
  // Gives up soon without a network.
  const soon = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=0'];
  const install = [...soon, 'install', '-y', '-q', '--no-install-recommends', '--no-upgrade', ...packages];
  return spawnSync('apt-get', install, { ...QUIETLY, stdio: 'ignore' }).status === 0;
}
