import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** How many tests ended how, over all projects. */
export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  /** Those of `passed` that failed at first: file and name. */
  unsteady: string[];
}

/** Writes the totals of a run as JSON to the file that TEST_TOTALS names, for the closing line of `npm test`. */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    // An error outside any test counts as a failure, else it could pass unseen.
    const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0, unsteady: [] };
    for (const module of modules) {
      let own = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') totals.passed++;
        else if (state === 'failed') own++;
        else totals.skipped++;
        if (test.diagnostic()?.flaky) totals.unsteady.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      totals.failed += own === 0 && !module.ok() ? 1 : own;
    }
    const file = process.env.TEST_TOTALS;
    if (file !== undefined) writeFileSync(file, JSON.stringify(totals));
  }
}
