import type { OutboundRule } from '../http/outbound.ts';
import type { OwnServer } from './routes.ts';
import { createServerTransport, type MailTransport } from './transport.ts';

interface Pool {
  readonly version: number;
  readonly transport: MailTransport;
  /** Mails that are being handed over. */
  inUse: number;
  retired: boolean;
}

/** Servers whose connections stay open between mails; beyond, those unused for longest are closed. */
const OPEN = 20;

/** Connections to the mail servers of organisations; a server with other settings is connected to again. */
export class ServerPools {
  readonly #rule: OutboundRule;
  readonly #pools = new Map<string, Pool>();

  constructor(rule: OutboundRule) {
    this.#rule = rule;
  }

  async use<Result>(server: OwnServer, work: (transport: MailTransport) => Promise<Result>): Promise<Result> {
    const pool = this.#poolOf(server);
    pool.inUse += 1;
    try {
      return await work(pool.transport);
    } finally {
      pool.inUse -= 1;
      if (pool.retired && pool.inUse === 0) pool.transport.close();
    }
  }

  close(): void {
    for (const id of this.#pools.keys()) this.#retire(id);
  }

  #poolOf(server: OwnServer): Pool {
    const known = this.#pools.get(server.id);
    this.#pools.delete(server.id);
    if (known && known.version !== server.version) this.#end(known);
    const pool =
      known?.version === server.version
        ? known
        : {
            version: server.version,
            transport: createServerTransport(server.settings, server.from.address, this.#rule),
            inUse: 0,
            retired: false,
          };
    this.#pools.set(server.id, pool);
    const [oldest] = this.#pools.keys();
    if (this.#pools.size > OPEN && oldest !== undefined) this.#retire(oldest);
    return pool;
  }

  #retire(id: string): void {
    const pool = this.#pools.get(id);
    this.#pools.delete(id);
    if (pool) this.#end(pool);
  }

  #end(pool: Pool): void {
    pool.retired = true;
    if (pool.inUse === 0) pool.transport.close();
  }
}
