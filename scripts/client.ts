import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { buildEmbeds } from './embeds.ts';
import { packSdks } from './sdk.ts';

/** Root folder of the project. */
export const ROOT = join(import.meta.dirname, '..');
/** The built client, which the server serves. */
export const CLIENT_OUT = join(ROOT, 'dist', 'client');

const SOURCES = [
  'client',
  'shared',
  'sdk',
  'scripts/client.ts',
  'scripts/embeds.ts',
  'scripts/sdk.ts',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * Builds the client unless the built one was made from the sources as they are.
 * The build runs in a process of its own: Vite sets NODE_ENV for the whole process.
 * @param onStop registers how to stop a build that is under way
 * @returns whether it had to be built
 */
export async function ensureClient(onStop: (cleanup: () => unknown) => void = () => {}): Promise<boolean> {
  if ((await readFile(join(CLIENT_OUT, '.stamp'), 'utf8').catch(() => '')) === (await sourcesHash())) return false;
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'build.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  onStop(() => child.kill());
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`The client could not be built:\n${output.trim()}`);
  return true;
}

/**
 * Builds the client beside the one in use and puts it in its place when whole, so that a killed build leaves the old
 * one.
 */
export async function buildClient(): Promise<void> {
  const { build, minifySync } = await import('vite');
  const hash = await sourcesHash();
  const fresh = `${CLIENT_OUT}.new-${process.pid}`;
  const old = `${CLIENT_OUT}.old-${process.pid}`;
  try {
    await build({
      root: join(ROOT, 'client'),
      configFile: join(ROOT, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    // Copied as it is, but every first screen waits for it.
    const boot = join(fresh, 'boot.js');
    await writeFile(boot, minifySync('boot.js', await readFile(boot, 'utf8')).code);
    await buildEmbeds(join(fresh, 'embeds'));
    await packSdks(fresh);
    await compressAssets(join(fresh, 'assets'));
    await writeFile(join(fresh, '.stamp'), hash);
    await rename(CLIENT_OUT, old).catch(() => {
      /* the first build */
    });
    await rename(fresh, CLIENT_OUT);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

/** Files beyond this are seldom fetched, and would take longest. */
const THOROUGHLY = 400_000;

/** Leaves a compressed file beside each script and style sheet, so that no server does it again for every visitor. */
async function compressAssets(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => /\.(js|css)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(folder, file));
      const packed = await brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: content.length > THOROUGHLY ? 5 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      });
      if (packed.length < content.length) await writeFile(join(folder, `${file}.br`), packed);
    }),
  );
}

const brotli = promisify(brotliCompress);

/** SHA-256 over names and contents of everything the client is built from. */
async function sourcesHash(): Promise<string> {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(source)))).flat().sort();
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))));
  const hash = createHash('sha256');
  files.forEach((file, index) => hash.update(`${file}\0${contents[index]?.length}\0`).update(contents[index] ?? ''));
  return hash.digest('hex');
}

async function listFiles(path: string): Promise<string[]> {
  try {
    const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}
