/**
 * A place in the order of commits: the transaction's id (xid8) and the row's number in the outbox.
 * As text it is `<xid>-<seq>`, opaque to clients, who give it back to resume.
 */
export interface Position {
  readonly xid: bigint;
  readonly seq: bigint;
}

const XID_MAX = 2n ** 64n - 1n;
const SEQ_MAX = 2n ** 63n - 1n;

export const formatPosition = ({ xid, seq }: Position): string => `${xid}-${seq}`;

/** The position a text names, or null when it names none: it may come from anybody. */
export function parsePosition(text: string): Position | null {
  const match = /^(\d{1,20})-(\d{1,19})$/.exec(text);
  if (!match) return null;
  const position = { xid: BigInt(match[1]!), seq: BigInt(match[2]!) };
  return position.xid <= XID_MAX && position.seq <= SEQ_MAX ? position : null;
}

/** Whether `a` comes later than `b`. */
export const isAfter = (a: Position, b: Position): boolean => a.xid > b.xid || (a.xid === b.xid && a.seq > b.seq);
