// npm run decrypt-file -- FILE KEYS.json [RESULT]: decrypts what the encryption API encrypted, without a network or a
// database, by keys that `npm run admin -- export-file-keys` wrote. Nothing is written before the whole of the file
// proved unchanged. Ends with 0 when the result is there, 1 when not. docs/encrypted-files.md has the formats.
import { constants } from 'node:fs';
import { access, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SealError } from '../server/platform/crypto/envelope.ts';
import { readKeyFile } from '../server/platform/crypto/fileKeys.ts';
import { keyIdOfSealedFile, openSealedFile } from '../server/platform/crypto/sealedFile.ts';
import { keyIdOfValue, openValue } from '../server/platform/crypto/sealedValue.ts';
import { displayName } from '../shared/file.ts';

type Keys = NonNullable<ReturnType<typeof readKeyFile>>;
interface Opened {
  readonly name: string;
  readonly bytes: Readable;
}

/** Largest encrypted value: the call takes requests of 1 MB. */
const VALUE_LIMIT = 2 * 1024 * 1024;

/** Why there is no result, in both languages. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(english: string, thai: string) {
    super(`${english}\n${thai}`);
  }
}

async function decrypt([file, keyFile, wanted]: readonly string[]): Promise<void> {
  if (file === undefined || keyFile === undefined)
    throw new Refusal(
      'usage: npm run decrypt-file -- FILE KEYS.json [RESULT]',
      'วิธีใช้: npm run decrypt-file -- ไฟล์ที่เข้ารหัส ไฟล์กุญแจ.json [ไฟล์ผลลัพธ์]',
    );
  await readable(file);
  await readable(keyFile);
  const keys = readKeyFile(await readFile(keyFile, 'utf8'));
  if (!keys)
    throw new Refusal(
      `${keyFile} is not a key file, or it was cut short. Make one with: npm run admin -- export-file-keys WORKSPACE KEYS.json`,
      `${keyFile} ไม่ใช่ไฟล์กุญแจ หรือไฟล์ไม่ครบ สร้างใหม่ได้ด้วย npm run admin -- export-file-keys พื้นที่ทำงาน ไฟล์กุญแจ.json`,
    );
  const { name, bytes } = await opened(file, keys);
  const result = wanted ?? name;
  await write(result, bytes);
  console.log(`Decrypted: ${result}\nถอดรหัสแล้ว: ${result}`);
}

async function readable(file: string): Promise<void> {
  const isFile = await stat(file).then(
    (facts) => facts.isFile(),
    () => false,
  );
  const isOpen = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (isFile && isOpen) return;
  throw new Refusal(
    `${file} cannot be read. Is there such a file, and may you read it?`,
    `อ่านไฟล์ ${file} ไม่ได้ ตรวจสอบว่ามีไฟล์นี้และมีสิทธิ์อ่าน`,
  );
}

async function opened(file: string, keys: Keys): Promise<Opened> {
  const { size } = await stat(file);
  const handle = await open(file);
  const head = Buffer.alloc(64);
  const { bytesRead } = await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  const start = head.subarray(0, bytesRead);
  const keyId = keyIdOfSealedFile(start);
  if (keyId !== undefined) {
    const { name, bytes } = await refusing(keys, keyId, () => openSealedFile(keys.secrets, file));
    return { name: displayName(name), bytes };
  }
  if (/^POKPONG[3-9]/.test(start.toString('latin1')))
    throw new Refusal(
      `${file} has the format ${start.toString('latin1', 0, 8)}, which this version does not read. Use the version of the product that encrypted it, or a newer one.`,
      `${file} เป็นรูปแบบ ${start.toString('latin1', 0, 8)} ที่โปรแกรมรุ่นนี้อ่านไม่ได้ ใช้รุ่นที่เข้ารหัสไฟล์นี้หรือรุ่นใหม่กว่า`,
    );
  const text = size > VALUE_LIMIT ? '' : (await readFile(file, 'latin1')).trim();
  const valueKey = keyIdOfValue(text);
  if (valueKey === undefined) throw notEncrypted(file);
  const value = await refusing(keys, valueKey, () => openValue(keys.secrets, text));
  return { name: `${basename(file)}.json`, bytes: Readable.from([value]) };
}

const notEncrypted = (file: string) =>
  new Refusal(
    `${file} was not encrypted by the encryption API, or its beginning was changed or cut short.`,
    `${file} ไม่ได้เข้ารหัสด้วย API เข้ารหัส หรือส่วนต้นของไฟล์ถูกเปลี่ยนหรือไม่ครบ`,
  );

const damaged = () =>
  new Refusal(
    'It was changed or cut short after it was encrypted, or the key file was changed. Nothing was written. Fetch both again from where they are kept.',
    'ไฟล์ถูกเปลี่ยนหรือไม่ครบหลังการเข้ารหัส หรือไฟล์กุญแจถูกเปลี่ยน จึงไม่ได้เขียนผลลัพธ์ นำทั้งสองไฟล์มาใหม่จากที่เก็บ',
  );

/** What `work` answers; why it cannot, in both languages. */
async function refusing<Result>(keys: Keys, keyId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    const { workspace, exportedAt } = keys;
    if (error.reason === 'otherKey')
      throw new Refusal(
        `It was encrypted under the key ${keyId}, which is not in the key file (workspace ${workspace.name}, exported ${exportedAt}). Use the key file of the workspace that encrypted it; export again when that workspace got a new key since.`,
        `เข้ารหัสด้วยกุญแจ ${keyId} ซึ่งไม่มีในไฟล์กุญแจ (พื้นที่ทำงาน ${workspace.name} ส่งออกเมื่อ ${exportedAt}) ใช้ไฟล์กุญแจของพื้นที่ทำงานที่เข้ารหัสไว้ หากพื้นที่ทำงานนั้นเปลี่ยนกุญแจหลังจากนั้นให้ส่งออกใหม่`,
      );
    throw damaged();
  }
}

/** Writes what has no file yet, readable by its owner alone: complete or not at all. */
async function write(result: string, bytes: Readable): Promise<void> {
  const partial = `${result}.part`;
  const place = await create(result);
  await place.close();
  try {
    const file = await create(partial);
    try {
      await pipeline(bytes, file.createWriteStream());
      await rename(partial, result);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  } catch (error) {
    await rm(result, { force: true });
    if (error instanceof Refusal) throw error;
    // It was whole when it was read for the first time.
    if (error instanceof SealError) throw damaged();
    throw notWritten(result, error);
  }
}

const create = (file: string) =>
  open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw notWritten(file, error);
    throw new Refusal(
      `${file} is there already. Name another result as the last word.`,
      `มีไฟล์ ${file} อยู่แล้ว ระบุชื่อไฟล์ผลลัพธ์อื่นเป็นคำสุดท้าย`,
    );
  });

const notWritten = (file: string, error: unknown) => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return new Refusal(
    `${file} cannot be written (${code}). Is there room, and may you write there?`,
    `เขียนไฟล์ ${file} ไม่ได้ (${code}) ตรวจสอบพื้นที่ว่างและสิทธิ์เขียน`,
  );
};

try {
  await decrypt(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : (error as Error).stack);
  process.exitCode = 1;
}
