import SevenZip from '7z-wasm';

/** The result of 7-Zip (Igor Pavlov's own, built for WebAssembly) for an archive. */
export interface Extracted {
  /** Whether it reports success. */
  readonly isWell: boolean;
  readonly files: ReadonlyMap<string, Buffer>;
  /** The compression method of each file, as reported by `7z l -slt`. */
  readonly methods: readonly string[];
}

/** Opens an archive with a program independent of the one that wrote it. */
export async function openWithSevenZip(archive: Uint8Array, password: string): Promise<Extracted> {
  const lines: string[] = [];
  const run = async (args: string[]) => {
    const program = await SevenZip({
      print: (line) => void lines.push(line),
      printErr: (line) => void lines.push(line),
      stdin: () => 0,
    });
    const stream = program.FS.open('/package.zip', 'w+');
    program.FS.write(stream, archive, 0, archive.length);
    program.FS.close(stream);
    program.callMain(args);
    return program.FS;
  };
  await run(['l', '-slt', `-p${password}`, '/package.zip']);
  const methods = lines.flatMap((line) => /^Method = (.+)$/.exec(line)?.[1] ?? []);
  lines.length = 0;
  const FS = await run(['x', '-y', `-p${password}`, '-o/out', '/package.zip']);
  const files = new Map<string, Buffer>();
  const walk = (folder: string, prefix: string): void => {
    for (const name of FS.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`;
      if (FS.isDir(FS.stat(path).mode)) walk(path, `${prefix}${name}/`);
      else files.set(`${prefix}${name}`, Buffer.from(FS.readFile(path) as Uint8Array));
    }
  };
  // The folder does not exist if nothing could be opened.
  if (FS.readdir('/').includes('out')) walk('/out', '');
  return { isWell: lines.some((line) => line.includes('Everything is Ok')), files, methods };
}
