import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zipOf } from '../server/platform/exports/zip.ts';
import { SDK_PLATFORMS, SDK_SUBJECTS, sdkArchive } from '../shared/sdk.ts';

const SDK = join(import.meta.dirname, '..', 'sdk');
/** What a source package is made of. Anything else in its folder (a build, an editor's settings) stays out. */
const SOURCE =
  /(^|\/)(README\.md|build\.gradle\.kts|AndroidManifest\.xml|Package\.swift|pubspec\.yaml|[\w-]+\.(kt|swift|dart))$/;
const BUILT = /(^|\/)(\.[^/]+|build|Pods|DerivedData)\//;

/** The files of a package below its folder, with slashes, in one order. */
async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  return paths.filter((path) => SOURCE.test(path) && !BUILT.test(path)).sort();
}

/**
 * Packs the sources of each mobile SDK into an archive of its own, all in one folder of the archive's name. The same
 * sources give the same bytes.
 * @param outDir folder that the archives' addresses are below (`/sdk/…`)
 */
export async function packSdks(outDir: string): Promise<void> {
  for (const subject of SDK_SUBJECTS) {
    for (const platform of SDK_PLATFORMS) {
      const folder = join(SDK, subject, platform);
      const target = join(outDir, sdkArchive(subject, platform));
      await mkdir(join(target, '..'), { recursive: true });
      const name = target.slice(target.lastIndexOf(sep) + 1, -'.zip'.length);
      const entries = (await sourcesIn(folder)).map((path) => ({
        path: `${name}/${path}`,
        text: fileText(join(folder, path)),
      }));
      await pipeline(Readable.from(zipOf(entries)), createWriteStream(target));
    }
  }
}

async function* fileText(path: string): AsyncGenerator<string> {
  yield await readFile(path, 'utf8');
}
