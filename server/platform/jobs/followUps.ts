import type { Deps } from '../trpc/context.ts';

/** Work of a node that follows what is committed, such as sending what was planned in the same transaction. */
export interface FollowUp {
  /** Looks for work; returns at once, and many calls make one look. */
  wake(): void;
  /** Takes no more work; resolves once what is under way has ended or was left to another node. */
  stop(): Promise<void>;
}

/** All of a node's. */
export interface FollowUps {
  /** From now on they are woken. */
  start(): void;
  /** After a commit that emitted events. */
  wake(): void;
  stop(): Promise<void>;
}

/** The follow-ups of the modules. `deps` is asked for when they start, for it holds them. */
export function createFollowUps(makers: readonly ((deps: Deps) => FollowUp)[], deps: () => Deps): FollowUps {
  let running: readonly FollowUp[] = [];
  return {
    start() {
      running = makers.map((make) => make(deps()));
      for (const one of running) one.wake();
    },
    wake() {
      for (const one of running) one.wake();
    },
    async stop() {
      const ended = running;
      running = [];
      await Promise.all(ended.map((one) => one.stop()));
    },
  };
}
