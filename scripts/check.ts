// npm run check: everything that can be said about the code without running the product.
import { failedChecks } from './checks.ts';

process.exit((await failedChecks()).length === 0 ? 0 : 1);
