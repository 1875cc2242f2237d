import { Worker } from 'node:worker_threads';

/**
 * Ends this process by SIGUSR2 when it holds more than so many MiB. Memory outside of the heap has no limit of Node's,
 * and this thread cannot look while it works; another one can.
 */
export function endAbove(memoryMb: number): void {
  new Worker(
    'const { workerData } = require("node:worker_threads"); setInterval(() => { if (process.memoryUsage.rss() > workerData) process.kill(process.pid, "SIGUSR2"); }, 20);',
    {
      eval: true,
      workerData: memoryMb * 2 ** 20,
      resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    },
  ).unref();
}
