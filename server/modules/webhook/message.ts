interface Event {
  readonly workspaceId: string;
  readonly event: string;
  readonly entity: string;
  readonly entityId: string;
  readonly occurredAt: string;
}

/** The body of an event's message: its kind, its time, and where it happened. */
export const bodyOf = ({ workspaceId, event, entity, entityId, occurredAt }: Event): string =>
  JSON.stringify({
    type: event,
    timestamp: new Date(occurredAt).toISOString(),
    data: { workspaceId, entity, id: entityId },
  });

/** Headers of a message, without its signature. */
export const headersOf = (id: string, at: Date): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Pokpong-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
});
