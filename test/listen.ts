import pg from 'pg';

/** Listens on a channel of Postgres; payloads are parsed as JSON. */
export async function pgListener(
  url: string,
  channel: string,
): Promise<{ payloads: unknown[]; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const payloads: unknown[] = [];
  client.on('notification', ({ payload }) => payloads.push(JSON.parse(payload ?? 'null')));
  await client.query(`listen ${channel}`);
  return { payloads, close: () => client.end() };
}
