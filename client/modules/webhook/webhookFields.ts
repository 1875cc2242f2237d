import type { z } from 'zod';
import { WEBHOOK_EVENTS } from '../../../shared/webhook/events.ts';
import { updateWebhook, type Webhook, webhookFields } from '../../../shared/webhook/schema.ts';
import type { FieldDescriptor } from '../../records/fields.ts';

export const formSchema = webhookFields.extend({ active: updateWebhook.shape.active });
export type FormValues = z.output<typeof formSchema>;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const field = (key: keyof FormValues, kind: FieldDescriptor<FormValues>['kind']): FieldDescriptor<FormValues> => ({
  key,
  kind,
  section: 'webhook',
  read: (values) => (typeof values[key] === 'boolean' ? values[key] : String(values[key])),
});

/** The fields by which concurrent edits of a webhook are merged. */
export const WEBHOOK_FIELDS: readonly FieldDescriptor<FormValues>[] = [
  field('name', 'line'),
  field('url', 'line'),
  { ...field('events', 'text'), read: ({ events }) => [...events].sort().join('\n') },
  field('active', 'yesNo'),
];

export const NEW_WEBHOOK: FormValues = { name: '', url: '', events: [], active: true };

const isCurrent = (event: string): event is WebhookEvent => (WEBHOOK_EVENTS as readonly string[]).includes(event);

/** The editable values of a webhook; event types of an older release are left out. */
export const valuesOf = ({ name, url, events, state }: Webhook): FormValues => ({
  name,
  url,
  events: events.filter(isCurrent),
  active: state === 'active',
});
