import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type { Stats } from 'ssh2';
import type { Step } from '../../../shared/schedule/schema.ts';
import type { Connection } from './connection.ts';
import { DeliveryProblem, transferProblem } from './problem.ts';

/** A file for a folder of the server. */
export interface Delivered {
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** Its bytes from a position on. */
  content(from: number): Promise<Readable>;
}

interface UploadOptions {
  /** Reports progress. */
  step(step: Step, bytes?: number): void;
  /** @throws where another node has taken the delivery over */
  stillOurs(): Promise<void>;
}

/** Bytes of a write, and the maximum number of writes without an answer. */
const PIECE = 32_768;
const IN_FLIGHT = 64;
const SFTP_NO_FILE = 2;

/**
 * Uploads a file completely or not at all: under a temporary name first, which is changed at the end. A partial file of
 * an earlier attempt is continued, and then compared completely; a complete one is left.
 * @throws DeliveryProblem
 */
export async function upload(
  connection: Connection,
  folder: string,
  file: Delivered,
  options: UploadOptions,
): Promise<void> {
  const path = inFolder(folder, file.name);
  const draft = inFolder(folder, `.${file.name}.part`);
  try {
    if ((await sizeOf(connection, path)) === file.size && (await isSame(connection, path, file))) {
      options.step('present');
      return;
    }
    const left = await sizeOf(connection, draft);
    // Writes without an answer may have left gaps.
    const from = left === undefined || left > file.size ? 0 : Math.max(0, left - PIECE * IN_FLIGHT);
    options.step(from > 0 ? 'resuming' : 'uploading', from);
    await write(connection, draft, file, from);
    if (from > 0) {
      options.step('comparing');
      if (!(await isSame(connection, draft, file))) {
        await connection.answer<void>((reply) => connection.sftp.unlink(draft, (error) => reply(error)));
        throw new DeliveryProblem('differs');
      }
    }
    await options.stillOurs();
    await rename(connection, draft, path);
  } catch (error) {
    throw transferProblem(error);
  }
}

/** Checks that a file can be written to the folder and removed from it. @throws DeliveryProblem */
export async function tryFolder({ sftp, answer }: Connection, folder: string, name: string): Promise<void> {
  const path = inFolder(folder, name);
  try {
    const stats = await answer<Stats>((reply) => sftp.stat(folder, reply));
    if (!stats.isDirectory()) throw new DeliveryProblem('folderMissing');
    const handle = await answer<Buffer>((reply) => sftp.open(path, 'w', reply));
    await answer<void>((reply) => sftp.write(handle, Buffer.from('Pokpong\n'), 0, 8, 0, (error) => reply(error)));
    await answer<void>((reply) => sftp.close(handle, (error) => reply(error)));
    await answer<void>((reply) => sftp.unlink(path, (error) => reply(error)));
  } catch (error) {
    throw transferProblem(error);
  }
}

const inFolder = (folder: string, name: string): string => posix.join(folder, name);

async function sizeOf({ sftp, answer }: Connection, path: string): Promise<number | undefined> {
  try {
    return (await answer<Stats>((reply) => sftp.stat(path, reply))).size;
  } catch (error) {
    if ((error as { code?: unknown }).code === SFTP_NO_FILE) return undefined;
    throw error;
  }
}

/** Reads a file of the server and compares it with ours. */
async function isSame({ sftp, answer }: Connection, path: string, { size, sha256 }: Delivered): Promise<boolean> {
  const handle = await answer<Buffer>((reply) => sftp.open(path, 'r', reply));
  const hash = createHash('sha256');
  // Several reads at once, in order: a round trip for each piece would take most of the time.
  const read = (at: number) => {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, size - at));
    return answer<Buffer>((reply) =>
      sftp.read(handle, piece, 0, piece.length, at, (error, count) => reply(error, piece.subarray(0, count ?? 0))),
    );
  };
  try {
    const waiting: Promise<Buffer>[] = [];
    let next = 0;
    let compared = 0;
    while (compared < size) {
      while (next < size && waiting.length < IN_FLIGHT) {
        const piece = read(next);
        // Awaited below, unless an earlier one fails.
        piece.catch(() => {});
        waiting.push(piece);
        next += PIECE;
      }
      const piece = await waiting.shift()!;
      // Shorter than requested, before the end: not what we sent.
      if (piece.length < Math.min(PIECE, size - compared)) return false;
      hash.update(piece);
      compared += piece.length;
    }
    return hash.digest('hex') === sha256;
  } finally {
    await answer<void>((reply) => sftp.close(handle, (error) => reply(error))).catch(() => {});
  }
}

/** Writes the file from a position on, with several writes in flight. */
async function write({ sftp, answer }: Connection, path: string, file: Delivered, from: number): Promise<void> {
  const handle = await answer<Buffer>((reply) => sftp.open(path, from > 0 ? 'r+' : 'w', reply));
  const waiting = new Set<Promise<void>>();
  const failure = new AbortController();
  let at = from;
  try {
    if (at < file.size)
      for await (const part of await file.content(from)) {
        const bytes = part as Buffer;
        for (let start = 0; start < bytes.length; start += PIECE) {
          const piece = bytes.subarray(start, start + PIECE);
          const place = at;
          const written: Promise<void> = answer<void>((reply) =>
            sftp.write(handle, piece, 0, piece.length, place, (error) => reply(error)),
          ).finally(() => waiting.delete(written));
          written.catch((error: unknown) => failure.abort(error));
          waiting.add(written);
          at += piece.length;
          if (waiting.size >= IN_FLIGHT) await Promise.race(waiting);
          failure.signal.throwIfAborted();
        }
      }
    await Promise.all(waiting);
    failure.signal.throwIfAborted();
    const { size } = await answer<Stats>((reply) => sftp.fstat(handle, reply));
    if (at !== file.size || size !== file.size) throw new DeliveryProblem('differs');
  } finally {
    await answer<void>((reply) => sftp.close(handle, (error) => reply(error))).catch(() => {});
  }
}

/** Renames the file, replacing one with that name; without the extension of OpenSSH by removing that one first. */
async function rename({ sftp, answer }: Connection, from: string, to: string): Promise<void> {
  try {
    await answer<void>((reply) => sftp.ext_openssh_rename(from, to, (error) => reply(error)));
  } catch (error) {
    if (error instanceof DeliveryProblem) throw error;
    await answer<void>((reply) => sftp.unlink(to, (failure) => reply(failure))).catch((failure: unknown) => {
      if (failure instanceof DeliveryProblem) throw failure;
    });
    await answer<void>((reply) => sftp.rename(from, to, (failure) => reply(failure))).catch((failure: unknown) => {
      throw failure instanceof DeliveryProblem ? failure : new DeliveryProblem('notAllowed', { cause: failure });
    });
  }
}
