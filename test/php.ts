import { spawnSync } from 'node:child_process';
import { mayInstall, tryToInstall } from './debian.ts';

const PACKAGES = ['php-cli', 'php-curl'];

const hasCurl = (): boolean => spawnSync('php', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']).status === 0;

/** Whether PHP with curl is available on this machine: Debian's is installed now if permitted. */
export function findPhp(): boolean {
  if (hasCurl()) return true;
  if (!mayInstall()) return false;
  if (!tryToInstall(...PACKAGES)) {
    // A machine without a package index.
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
    tryToInstall(...PACKAGES);
  }
  return hasCurl();
}
