import { randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { workingFiles } from '../crypto/workingFile.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** The folder of files on their way in; what a killed node leaves there is swept a day later. */
async function incomingFile({ deps }: Pick<WorkspaceContext, 'deps'>): Promise<string> {
  const folder = path.resolve(deps.config.dataDir, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, `import-${randomUUID()}`);
}

/** A file of the server's own that is written once and read again, encrypted under a key that only this process has. */
export class ScratchFile {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #files = workingFiles(randomBytes(32));
  readonly #encrypt: (piece: Uint8Array) => Buffer;

  private constructor(file: string, handle: FileHandle) {
    this.#path = file;
    this.#handle = handle;
    this.#encrypt = this.#files.writer(file);
  }

  static async create(ctx: Pick<WorkspaceContext, 'deps'>): Promise<ScratchFile> {
    const file = await incomingFile(ctx);
    return new ScratchFile(file, await open(file, 'wx', 0o600));
  }

  async append(piece: Uint8Array): Promise<void> {
    await this.#handle.appendFile(this.#encrypt(piece));
  }

  /** What was written, from its beginning. */
  content(): AsyncGenerator<Buffer> {
    return this.#files.content(this.#path);
  }

  async dispose(): Promise<void> {
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}
