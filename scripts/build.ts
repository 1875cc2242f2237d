// Builds the client into dist/client. Run by start, test and bench when the built one is old.
import { buildClient } from './client.ts';

try {
  await buildClient();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
