import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';
import { installPackages, mayInstall, tryToInstall } from './debian.ts';

/** Chromium without the parts for a window: a sixth cheaper to run, and shows no PDF. */
const SHELL = 'chromium-headless-shell';
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
  // Pages of tests live for seconds: optimising compilers cost them more than they give back, and so do collecting with
  // several threads and a space for new objects that begins small.
  '--js-flags=--no-maglev,--no-turbofan,--single-threaded-gc,--min-semi-space-size=16',
];

let shared: Promise<Browser> | undefined;

/**
 * The Chromium of this worker, started once for all its files: the headless shell where it is installed. Close
 * the contexts that were opened in it, not the browser: it ends with the worker. (One a worker measures better than one
 * a run: what passes between a test and a Chromium of another process passes through a third.)
 */
export function openBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser({ executablePath: findShell() ?? findChromium() }));
}

/** Starts a headless Chromium of one's own, in full; close it when done. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), ...options, args: [...FLAGS, ...(options.args ?? [])] });
}

/** Path of the headless shell; none where it is not installed or CHROMIUM_PATH names what is wanted. */
function findShell(): string | undefined {
  return process.env.CHROMIUM_PATH ? undefined : onPath([SHELL])[0];
}

/** Installs the headless shell where we may and Debian has it; the tests do without it elsewhere. */
export function installShell(): void {
  if (findShell() !== undefined || process.env.CHROMIUM_PATH || !mayInstall()) return;
  tryToInstall(SHELL);
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
  return onPath(NAMES)[0] ?? PLACES.find(isProgram);
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(): string {
  const instructions =
    'The browser tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_PATH.';
  if (!mayInstall()) throw new Error(instructions);
  console.log('Installing Chromium for the browser tests …');
  try {
    installPackages('chromium', 'fonts-thai-tlwg');
  } catch (error) {
    throw new Error(instructions, { cause: error });
  }
  const path = onThisMachine();
  if (path === undefined) throw new Error(instructions);
  return path;
}
