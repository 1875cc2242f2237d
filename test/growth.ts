/** Length of the shorter of two inputs, and the factor of the longer one. */
const SHORT = 1000;
const TIMES = 16;
/** Linear work grows 16 times, quadratic work 256 times; the bound in between tolerates a busy machine. */
const BOUND = 64;
/** Below this many milliseconds of this thread nothing is compared, because clock resolution would dominate. */
const TICK = 0.5;

function cost(work: () => unknown): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user - user + after.system - system) / 1000;
}

/**
 * Whether the work grows faster than linearly with its input: by the processor time for an input and for one 16 times
 * as long, independent of elapsed time.
 * @param make the input of about `size` letters
 */
export function growsFaster<Input>(make: (size: number) => Input, work: (input: Input) => unknown): boolean {
  const long = make(SHORT * TIMES);
  const ofLong = () => cost(() => work(long));
  const first = ofLong();
  if (first < BOUND * TICK) return false;
  const short = make(SHORT);
  const ofShort = () => cost(() => work(short));
  const bound = BOUND * Math.max(TICK, Math.min(ofShort(), ofShort(), ofShort()));
  // One measurement below the bound decides; the first counts, so that slow work is measured three times and not four.
  return first > bound && ofLong() > bound && ofLong() > bound;
}
