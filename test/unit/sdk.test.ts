import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { packSdks } from '../../scripts/sdk.ts';
import en from '../../shared/locales/en/consentEmbed.ts';
import enGuardian from '../../shared/locales/en/consentGuardian.ts';
import th from '../../shared/locales/th/consentEmbed.ts';
import thGuardian from '../../shared/locales/th/consentGuardian.ts';
import type submissionErrors from '../../shared/requestSubmission/errors.ts';
import { SDK_PLATFORMS, SDK_SUBJECTS, sdkArchive, type SdkPlatform, type SdkSubject } from '../../shared/sdk.ts';

const SDK = join(import.meta.dirname, '../../sdk');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-sdk-'));
  await packSdks(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Names and texts in an archive, read by a program other than the one that wrote it. */
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

/** The code in an archive. */
const sourcesOf = async (subject: SdkSubject, platform: SdkPlatform): Promise<string> =>
  [...(await unpacked(join(folder, sdkArchive(subject, platform))))]
    .flatMap(([path, text]) => (path.endsWith('.md') ? [] : [text]))
    .join('\n');

const MUST = {
  consent: {
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
    flutter: [
      'README.md',
      'pubspec.yaml',
      'lib/pokpong_consent.dart',
      'lib/src/client.dart',
      'lib/src/form_sheet.dart',
    ],
  },
  request: {
    android: [
      'README.md',
      'build.gradle.kts',
      'src/main/AndroidManifest.xml',
      'src/main/kotlin/pokpong/request/PokpongRequest.kt',
      'src/main/kotlin/pokpong/request/RequestDialog.kt',
    ],
    ios: [
      'README.md',
      'Package.swift',
      'Sources/PokpongRequest/PokpongRequest.swift',
      'Sources/PokpongRequest/RequestViewController.swift',
    ],
    flutter: [
      'README.md',
      'pubspec.yaml',
      'lib/pokpong_request.dart',
      'lib/src/client.dart',
      'lib/src/form_sheet.dart',
    ],
  },
};

const PACKAGES = SDK_SUBJECTS.flatMap((subject) => SDK_PLATFORMS.map((platform) => ({ subject, platform })));

test.each(PACKAGES)(
  'the archive of $subject for $platform contains the sources unchanged, and no other file',
  async ({ subject, platform }) => {
    const files = await unpacked(join(folder, sdkArchive(subject, platform)));
    const root = `pokpong-${subject}-${platform}/`;
    for (const path of MUST[subject][platform]) expect([...files.keys()]).toContain(root + path);
    for (const [path, text] of files) {
      expect(path.startsWith(root)).toBe(true);
      expect(path).toMatch(/\.(md|kts|kt|xml|swift|dart|yaml)$/);
      expect(text).toBe(await readFile(join(SDK, subject, platform, path.slice(root.length)), 'utf8'));
      expect(text, path).not.toMatch(/secret\s*=\s*"|BEGIN [A-Z ]*PRIVATE KEY/);
    }
  },
);

test.each(SDK_PLATFORMS)(
  'the consent SDK for %s has deactivated forms too, names the data controller, and asks who consents for another as the embed does',
  async (platform) => {
    const sources = await sourcesOf('consent', platform);
    for (const { question } of [thGuardian, enGuardian]) expect(sources).toContain(question);
    for (const { controller } of [th, en]) expect(sources).toContain(controller.replace(': {name}', ''));
    expect(sources).toContain('deactivated=true');
    // Every failure is a ConsentFailure, that of the app's own token too.
    expect(sources).toMatch(/ConsentFailure\([^)]*The token could not be fetched\./);
  },
);

test.each(SDK_PLATFORMS)(
  'the request SDK for %s reports every failure, leaves open whether an unanswered request was sent, and sends the same again with the same key',
  async (platform) => {
    const sources = await sourcesOf('request', platform);
    // That of the app's own token too.
    expect(sources).toMatch(/RequestFailure\([^)]*The token could not be fetched\./);
    for (const text of ['ไม่ทราบว่าส่งคำขอถึงแล้วหรือไม่', 'it is not known whether the request was sent'])
      expect(sources).toContain(text);
    expect(sources).not.toMatch(/ยังไม่ได้ส่งคำขอ|was not sent/);
    expect(sources).toMatch(/requests\.submit\(.*key\)/);
  },
);

test.each(SDK_PLATFORMS)(
  'the request SDK for %s does the work that a form with many requests requires',
  async (platform) => {
    const sources = await sourcesOf('request', platform);
    const code: keyof typeof submissionErrors = 'requestSubmission.workNeeded';
    expect(sources).toContain(code);
    expect(sources).toMatch(/dsrm-request-form-versions\/[^]*\/challenge["']/);
    // What is hashed, as server/modules/requestSubmission/work.ts checks it: the challenge, the key and the number.
    expect(sources).toMatch(/challenge\)?:(\$key|\\\(key\)):/);
  },
);

test('the same sources result in the same bytes', async () => {
  const again = await mkdtemp(join(tmpdir(), 'pokpong-sdk-'));
  await packSdks(again);
  for (const { subject, platform } of PACKAGES)
    expect(await readFile(join(again, sdkArchive(subject, platform)))).toEqual(
      await readFile(join(folder, sdkArchive(subject, platform))),
    );
  await rm(again, { recursive: true });
});
