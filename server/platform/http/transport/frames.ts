import type { LiveEvent } from '../../../../shared/registry/events.ts';
import type { Format } from '../../live/subscription.ts';

/** An unmasked text frame as a server sends it, RFC 6455 section 5.2: one final frame, opcode 1. */
function textFrame(payload: Buffer): Buffer {
  const { length } = payload;
  const header = length < 126 ? Buffer.from([0x81, length]) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  header[0] = 0x81;
  if (length >= 65_536) {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  } else if (length >= 126) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  }
  return Buffer.concat([header, payload]);
}

/**
 * Tracked events in tRPC's socket envelope (`{ id, result: { type: 'data', id, data: { id, data } } }`), framed,
 * for all sockets that subscribed under the same request id.
 */
export function trpcFormat(requestId: number | string): Format {
  const key = JSON.stringify(requestId);
  return {
    key,
    encode: (events: readonly LiveEvent[]) =>
      Buffer.concat(
        events.map((event) => {
          const seq = JSON.stringify(event.seq);
          return textFrame(
            Buffer.from(
              `{"id":${key},"result":{"type":"data","data":{"id":${seq},"data":${JSON.stringify(event)}},"id":${seq}}}`,
            ),
          );
        }),
      ),
  };
}
