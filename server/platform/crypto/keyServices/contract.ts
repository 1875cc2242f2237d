/** Wraps and unwraps a master key, with a key that never leaves the service. */
export interface KeyService {
  /** Answers the wrapped key as `MASTER_KEY` takes it. @throws MasterKeyError */
  wrap(secret: Buffer): Promise<string>;
  /** @param wrapped as `MASTER_KEY` has it. @throws MasterKeyError */
  unwrap(wrapped: string): Promise<Buffer>;
}

/** A service stays silent no longer than this; the start then ends with a message. */
export const PATIENCE_MS = 10_000;
