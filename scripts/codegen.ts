// npm run codegen: writes the generated files again. Run it after a migration or a change of a procedure.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './client.ts';
import { generateFiles } from './generate.ts';

for await (const { path, content } of generateFiles()) {
  await writeFile(join(ROOT, path), content);
  console.log(`wrote ${path}`);
}
process.exit(0);
