import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';
import { installPackages, mayInstall, tryToInstall } from './debian.ts';

/** Chromium without user interface: starts faster, cannot display PDFs. */
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
  // Test pages live for seconds: optimising compilers, parallel garbage collection and a small initial heap cost more
  // than they save.
  '--js-flags=--no-maglev,--no-turbofan,--single-threaded-gc,--min-semi-space-size=16',
];

let shared: Promise<Browser> | undefined;

/**
 * The Chromium of this worker, started once for all its files: the headless shell if it is installed. Close the
 * contexts opened in it, not the browser: it ends with the worker. (One per worker is faster than one per run:
 * communication between a test and a Chromium of another process needs a third process.)
 */
export function openBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser({ executablePath: findShell() ?? findChromium() }));
}

/** Starts a separate, complete headless Chromium; close it when done. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), ...options, args: [...FLAGS, ...(options.args ?? [])] });
}

/** Path of the headless shell; undefined if it is not installed or CHROMIUM_PATH is set. */
function findShell(): string | undefined {
  return process.env.CHROMIUM_PATH ? undefined : onPath([SHELL])[0];
}

/** Installs the headless shell if permitted and available in Debian; otherwise tests run without it. */
export function installShell(): void {
  if (findShell() !== undefined || process.env.CHROMIUM_PATH || !mayInstall()) return;
  tryToInstall(SHELL);
}

/**
 * Path of a Chromium: CHROMIUM_PATH, otherwise one in PATH or a usual location, otherwise Debian's, installed now if
 * permitted.
 * @throws with instructions if there is none
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
