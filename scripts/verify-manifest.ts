// npm run verify-manifest -- FILE.manifest.json KEYS.json [FILE]: checks the signed manifest of a delivered file, and
// the file itself, without a network or a database. Ends with 0 when both are genuine, 1 when not or unreadable.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { checkManifest } from '../shared/schedule/manifest.ts';
import { keysOf } from '../shared/signed.ts';

const FAULTS = {
  shape: 'this is not a signed manifest, or it was cut short',
  key: 'it was not signed with any of these keys',
  signature: 'it was altered after it was signed',
  differs: 'its readable part does not equal the signed one',
};

try {
  process.exitCode = await verify(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function verify([manifestFile, keysFile, file]: readonly string[]): Promise<0 | 1> {
  if (manifestFile === undefined || keysFile === undefined) {
    console.error('usage: npm run verify-manifest -- FILE.manifest.json KEYS.json [FILE]');
    return 1;
  }
  const verdict = await checkManifest(readFileSync(manifestFile, 'utf8'), keysOf(readFileSync(keysFile, 'utf8')));
  if (!verdict.ok) {
    console.error(`NOT VALID: ${FAULTS[verdict.fault]}`);
    return 1;
  }
  const { manifest, keyId } = verdict;
  if (file !== undefined) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    if (hash.digest('hex') !== manifest.sha256) {
      console.error(`NOT VALID: ${file} is not the file that was delivered`);
      return 1;
    }
  }
  console.log(
    `GENUINE${file === undefined ? '; the file itself was not checked' : ', and the file is the delivered one'}`,
  );
  const lines: [string, string][] = [
    ['Signed with', keyId],
    ['File', manifest.file],
    ['Size', `${manifest.bytes} bytes, ${manifest.rows} rows`],
    ['SHA-256', manifest.sha256],
    ['As of', manifest.asOf],
    ['Content', manifest.since === null ? manifest.content : `${manifest.content} since ${manifest.since}`],
    ['Form', manifest.form.name],
    ['Workspace', manifest.workspace.name],
    ['Schedule', manifest.schedule.name],
  ];
  for (const [label, value] of lines) console.log(`${label.padEnd(14)} ${value}`);
  return 0;
}
