/** Letters of the shorter of two inputs, and how many times longer the longer one is. */
const SHORT = 1000;
const TIMES = 16;
/** Work in proportion grows 16 times, squared work 256 times; between them is room for a busy machine. */
const BOUND = 64;
/** Below this, milliseconds of this thread, nothing is compared: a clock's tick would decide. */
const TICK = 0.5;

function cost(work: () => unknown): number {
  const { user, system } = process.threadCpuUsage();
  work();
  const after = process.threadCpuUsage();
  return (after.user - user + after.system - system) / 1000;
}

/**
 * Whether the work grows faster than in proportion to its input: by the time of the processor that it takes for an input
 * and for one 16 times as long, never by how long it takes.
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
  // One that is below decides; the first counts, so that what is slow is measured three times and not four.
  return first > bound && ofLong() > bound && ofLong() > bound;
}
