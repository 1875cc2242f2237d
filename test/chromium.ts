import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages of tests live for seconds: optimising compilers cost them more than they give back.
  '--js-flags=--no-maglev,--no-turbofan',
];

let shared: Promise<Browser> | undefined;

/**
 * The Chromium of this worker, started once for all its files. Close the contexts that were opened in it, not the
 * browser: it ends with the worker. (One a worker measures better than one a run: what passes between a test and a
 * Chromium of another process passes through a third.)
 */
export function openBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser());
}

/** Starts a headless Chromium of one's own; close it when done. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), ...options, args: [...FLAGS, ...(options.args ?? [])] });
}

/**
 * Path of a Chromium: CHROMIUM_PATH, else one on the path or at its usual place,
 * else Debian's, installed now where we may.
 * @throws with instructions when there is none
 */
export function findChromium(): string {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted !== undefined && wanted !== '') {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH names ${wanted}, which is not there.`);
    return wanted;
  }
  return onThisMachine() ?? installed();
}

function onThisMachine(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function installed(): string {
  const instructions =
    'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_PATH.';
  const debian = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!debian) throw new Error(instructions);
  console.log('Installing Chromium for the browser tests …');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-thai-tlwg'], options);
  } catch (error) {
    throw new Error(instructions, { cause: error });
  }
  const path = onThisMachine();
  if (path === undefined) throw new Error(instructions);
  return path;
}
