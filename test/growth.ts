/** Length of the shorter of two inputs, and the factor of the longer one. */
const SHORT = 1000;
const TIMES = 16;
/**
 * Linear work on the longer input costs as much as on 16 of the shorter ones, quadratic work 16 times as much; the
 * bound in between tolerates a busy machine.
 */
const BOUND = 4;
/** Processor time in ms that a clock measures with some precision; some machines count it in steps of 10 ms. */
const STEP = 10;

/** Processor time of this thread, ms. */
const spent = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Whether the work grows faster than linearly with its input: by the processor time for an input and for 16 inputs of a
 * sixteenth of its length, independent of elapsed time.
 * @param make the input of about `size` letters
 */
export function growsFaster<Input>(make: (size: number) => Input, work: (input: Input) => unknown): boolean {
  const long = make(SHORT * TIMES);
  const short = make(SHORT);
  const outgrows = (): boolean => {
    const start = spent();
    work(long);
    const ofLong = spent() - start;
    // As much work in one measurement as the longer input is if the work is linear: neither is lost between two steps.
    const isWithin = (ofShort: number): boolean => ofLong <= BOUND * Math.max(STEP, ofShort);
    if (isWithin(0)) return false;
    const from = spent();
    for (let i = 0; i < TIMES; i++) {
      work(short);
      if (isWithin(spent() - from)) return false;
    }
    return true;
  };
  // One measurement within the bound decides.
  return outgrows() && outgrows() && outgrows();
}
