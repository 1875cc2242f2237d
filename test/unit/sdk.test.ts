import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { packSdks } from '../../scripts/sdk.ts';
import { SDK_PLATFORMS, sdkArchive } from '../../shared/consent/snippets.ts';

const SDK = join(import.meta.dirname, '../../sdk');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-sdk-'));
  await packSdks(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Names and texts in an archive, read by another program than the one that wrote it. */
const unpacked = (path: string) =>
  new Promise<Map<string, string>>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      const found = new Map<string, string>();
      zip.on('entry', ({ fileName }: { fileName: string }) => void found.set(fileName, ''));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem);
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('end', () => {
            found.set(entry.fileName, Buffer.concat(pieces).toString());
            zip.readEntry();
          });
        }),
      );
      zip.on('end', () => resolve(found));
      zip.on('error', reject);
      zip.readEntry();
    });
  });

const MUST = {
  android: [
    'README.md',
    'build.gradle.kts',
    'src/main/AndroidManifest.xml',
    'src/main/kotlin/pokpong/consent/PokpongConsent.kt',
    'src/main/kotlin/pokpong/consent/ConsentDialog.kt',
  ],
  ios: [
    'README.md',
    'Package.swift',
    'Sources/PokpongConsent/PokpongConsent.swift',
    'Sources/PokpongConsent/ConsentViewController.swift',
  ],
  flutter: ['README.md', 'pubspec.yaml', 'lib/pokpong_consent.dart', 'lib/src/client.dart', 'lib/src/form_sheet.dart'],
};

test.each(SDK_PLATFORMS)('the %s archive holds the sources as they are, and no other file', async (platform) => {
  const files = await unpacked(join(folder, sdkArchive(platform)));
  const root = `pokpong-consent-${platform}/`;
  for (const path of MUST[platform]) expect([...files.keys()]).toContain(root + path);
  for (const [path, text] of files) {
    expect(path.startsWith(root)).toBe(true);
    expect(path).toMatch(/\.(md|kts|kt|xml|swift|dart|yaml)$/);
    expect(text).toBe(await readFile(join(SDK, platform, path.slice(root.length)), 'utf8'));
    expect(text, path).not.toMatch(/secret\s*=\s*"|BEGIN [A-Z ]*PRIVATE KEY/);
  }
});

test('the same sources give the same bytes', async () => {
  const again = await mkdtemp(join(tmpdir(), 'pokpong-sdk-'));
  await packSdks(again);
  for (const platform of SDK_PLATFORMS)
    expect(await readFile(join(again, sdkArchive(platform)))).toEqual(
      await readFile(join(folder, sdkArchive(platform))),
    );
  await rm(again, { recursive: true });
});
