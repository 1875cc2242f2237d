import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { packSdks } from '../../scripts/sdk.ts';
import en from '../../shared/locales/en/consentEmbed.ts';
import enGuardian from '../../shared/locales/en/consentGuardian.ts';
import enScreen from '../../shared/locales/en/embedScreen.ts';
import enRequest from '../../shared/locales/en/requestEmbed.ts';
import th from '../../shared/locales/th/consentEmbed.ts';
import thGuardian from '../../shared/locales/th/consentGuardian.ts';
import thRequest from '../../shared/locales/th/requestEmbed.ts';
import type submissionErrors from '../../shared/requestSubmission/errors.ts';
import {
  SDK_PLATFORMS,
  SDK_SUBJECTS,
  sdkArchive,
  sdkInstallSnippet,
  type SdkPlatform,
  type SdkSubject,
} from '../../shared/sdk.ts';
import { telephoneOf } from '../../shared/telephone.ts';

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
    // Notices of the product are in the reader's language.
    expect(sources).toMatch(/policyAddress\((in: )?_?language\)/);
    expect(sources).toContain('?lang=');
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

test.each(PACKAGES)(
  'the $subject SDK for $platform explains a refusal by what is wrong with the field, in the language of the form, and names what is missing before it sends',
  async ({ subject, platform }) => {
    const sources = await sourcesOf(subject, platform);
    expect(sources).toMatch(/issues[^]{0,120}reason/);
    expect(sources).toMatch(/"Accept-Language"|HttpHeaders\.acceptLanguageHeader/);
    const missing = {
      consent: ['โปรดกรอกชื่อ นามสกุล และอีเมลของท่าน', 'Enter your first name, last name and email.'],
      request: [
        'โปรดกรอกชื่อและนามสกุลของเจ้าของข้อมูล',
        'Enter the first and last name of the data subject.',
        'โปรดกรอกชื่อ นามสกุล และอีเมลของผู้ปกครอง',
        'Enter the first name, last name and email of the parent or guardian.',
        thRequest.wrong.reachable,
        enRequest.wrong.reachable,
      ],
    };
    for (const text of missing[subject]) expect(sources).toContain(text);
  },
);

test.each(SDK_PLATFORMS)(
  'the consent SDK for %s sends the same choice again with the same key, and its colour is that of buttons alone',
  async (platform) => {
    const sources = await sourcesOf('consent', platform);
    expect(sources).toMatch(/\bsubmit\([^)]*\bkey\b/);
    expect(sources.match(/consent\.submit\(.*\bkey: _?key\)|consent\.submit\(.*\bkey\)/g)).toHaveLength(2);
    expect(sources).toMatch(/if \(?_?sent\b[^]{0,200}key = .*(newKey|UUID)/i);
    expect(sources).not.toContain('buttons and switches');
  },
);

/** The patterns by which an SDK reads a telephone number, in their order, as its sources write them. */
function telephonePatterns(sources: string): RegExp[] {
  const code = sources.slice(sources.search(/(fun|func|String) telephoneOf\(/));
  return [...code.matchAll(/["']((?:ext|\[\\|\^\\)[^"']*)["']/g)]
    .slice(0, 3)
    .map(([, pattern]) => new RegExp(pattern!.replaceAll('\\\\', '\\'), 'gi'));
}

test.each(SDK_PLATFORMS)(
  'the request SDK for %s stores telephone numbers as the form on the web does',
  async (platform) => {
    const sources = await sourcesOf('request', platform);
    const [extension, between, abroad] = telephonePatterns(sources);
    for (const typed of [
      '+66 81-234-5678',
      '(02) 123 4567 ext. 12',
      '021234567 ต่อ 12',
      '081–234–5678',
      '+65 6123 4567',
    ])
      expect(typed.replace(extension!, '#').replace(between!, '').replace(abroad!, '0')).toBe(
        telephoneOf(typed).replace(/^\+66/, '0'),
      );
    expect(sources).toMatch(/[[']๐['-]|0x0E50/);
    expect(sources).not.toMatch(/isDigit\(\)|\\\.isNumber|\\D/);
  },
);

test.each(SDK_PLATFORMS)(
  'the request SDK for %s states the number of a received request, and who confirms it, how and until when, as the form on the web does',
  async (platform) => {
    const sources = await sourcesOf('request', platform);
    for (const { sent } of [thRequest, enRequest])
      for (const text of [sent.number, sent.confirm, sent.confirmOther, sent.both, sent.verified])
        for (const part of text.split(/\{\w+\}/)) expect(sources).toContain(part.trim());
    const stated = ['form.submittedTitle', 'form.submittedDetail'];
    for (const name of [...stated, 'received.mailedTo', 'received.toConfirm', 'received.verifyBy'])
      expect(sources).toContain(name);
    // Of a minor whose site vouched for them the guardian alone confirms.
    expect(sources).not.toMatch(/ageBand == \S*minor/i);
  },
);

test.each(SDK_PLATFORMS)(
  'the request SDK for %s names the consent form where consent is withdrawn, as the form on the web does',
  async (platform) => {
    const sources = await sourcesOf('request', platform);
    expect(sources).toMatch(/code == ["']WITHDRAWAL["']/);
    expect(sources).toContain('consentUUID');
  },
);

test('no source in Dart answers a value or a future by one expression, which compilers before 3.4 take for neither', async () => {
  for (const subject of SDK_SUBJECTS)
    expect(await sourcesOf(subject, 'flutter')).not.toMatch(/async\s*=>[^;]*\?[^;]*:/);
});

test.each(PACKAGES)(
  'the sample of the $subject SDK for $platform handles that there is no answer',
  async ({ subject, platform }) => {
    const readme = await readFile(join(SDK, subject, platform, 'README.md'), 'utf8');
    const sample = readme.split('```')[1]!;
    expect(sample).toMatch(/catch|on (Consent|Request)Failure/);
    if (subject === 'consent') expect(sample).toMatch(/allow\(status\.purposes\)[^]*status\.mustAsk/);
    if (platform === 'android') expect(sample).toContain('!isFinishing');
  },
);

test.each(PACKAGES)(
  'the archive of $subject for $platform is unpacked where the lines of the guide look for it',
  ({ subject, platform }) => {
    expect(enScreen.guide.piece.install.lead).toContain('into your project’s folder');
    const [folderName] = sdkArchive(subject, platform).match(/pokpong-\w+-\w+/)!;
    expect(sdkInstallSnippet(subject, platform)).toMatch(new RegExp(`["' ]${folderName}(["']|$)`, 'm'));
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
