import { z } from 'zod';
import { email } from '../../shared/text.ts';
import { keyServiceVariables, masterKeyVariable } from './crypto/keyServices/config.ts';
import { isTrustable } from './trustProxy.ts';

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .default(fallback)
    .transform((value) => value === 'true' || value === '1');
/** A notification holds no more. */
export const MOST_RECIPIENTS = 5000;

/** What the value of a variable may be that is a number. */
interface Range {
  /** The least; with `above` it is more than that. */
  readonly least: number;
  readonly most: number;
  readonly above?: true;
  /** Parts of a whole are allowed. */
  readonly fractions?: true;
}
/** The numbers among the variables, and their ranges; README names them too. */
export const RANGES = {
  PORT: { least: 0, most: 65_535 },
  DATABASE_POOL: { least: 2, most: 200 },
  MAILS_PER_DAY: { least: 0, most: 1_000_000 },
  RECIPIENTS_PER_NOTIFICATION: { least: 0, most: MOST_RECIPIENTS },
  INVITATIONS_PER_DAY: { least: 0, most: 100_000 },
  EXPORT_FILE_DAYS: { least: 1, most: 3650 },
  CONSENT_RATE_PER_MINUTE: { least: 0, most: 1_000_000 },
  REQUEST_RATE_PER_MINUTE: { least: 0, most: 1_000_000 },
  DRAIN_SECONDS: { least: 0, most: 300, fractions: true },
  SESSION_IDLE_HOURS: { least: 0, most: 720, above: true, fractions: true },
  SESSION_MAX_HOURS: { least: 0, most: 2160, above: true, fractions: true },
} as const satisfies Record<string, Range>;

/** `0 to 65,535`, `more than 0, 720 at most`. */
export function rangeText({ least, most, above }: Range): string {
  const [from, to] = [least, most].map((bound) => bound.toLocaleString('en'));
  return above ? `more than ${from}, ${to} at most` : `${from} to ${to}`;
}

/** The number of a variable. Whatever is wrong with it, the range says what would be right. */
function numberOf(name: keyof typeof RANGES) {
  const range: Range = RANGES[name];
  const error = `must be a ${range.fractions ? '' : 'whole '}number, ${rangeText(range)}`;
  const bounded = z.coerce.number({ error }).max(range.most, { error });
  const number = range.above ? bounded.gt(range.least, { error }) : bounded.min(range.least, { error });
  return range.fractions ? number : number.int({ error });
}
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** One address, alone or behind a name: `Privacy office <privacy@example.com>`. */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

/** The environment variables of the product; README lists them with the same words. */
export const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: numberOf('PORT').default(3000),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: numberOf('DATABASE_POOL').default(10),
  DATABASE_PREPARED: flag('true'),
  DEMO_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).default('pokpong-demo-2026'),
  MASTER_KEY: masterKeyVariable.optional(),
  MASTER_KEY_NEXT: masterKeyVariable.optional(),
  ...keyServiceVariables,
  SIGNUP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).optional(),
  VARIANT: z.enum(['standard', 'special'], { error: 'must be standard or special' }).default('standard'),
  TRUST_PROXY: z
    .string()
    .refine(isTrustable, {
      error: 'must be true, false, a number of proxies, or their addresses (10.0.0.0/8, loopback), separated by commas',
    })
    .default('false'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a pino level' })
    .default('info'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, { error: 'must be one address, or a name with one: Privacy office <privacy@example.com>' })
    .default('Pokpong <no-reply@localhost>'),
  FILES: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[^?#]*)?$/, { error: 'must be s3://bucket/prefix' })
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('ap-southeast-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  OIDC_NAME: z.string().default('OpenID Connect'),
  OIDC_ONLY: flag('false'),
  MAILS_PER_DAY: numberOf('MAILS_PER_DAY').optional(),
  RECIPIENTS_PER_NOTIFICATION: numberOf('RECIPIENTS_PER_NOTIFICATION').optional(),
  INVITATIONS_PER_DAY: numberOf('INVITATIONS_PER_DAY').optional(),
  SUPPORT_PHONE: z.string().default('02-000-0000'),
  SUPPORT_EMAILS: z
    .string()
    .default('support@pokpong.example,sales@pokpong.example')
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .refine((emails) => emails.length > 0 && emails.every((one) => email.safeParse(one).success), {
      error: 'must be one or more email addresses, separated by commas: support@example.com,sales@example.com',
    }),
  MANUAL_URL: webAddress.optional(),
  SHOW_ADMIN_PERSONNEL: flag('true'),
  EXPORT_FILE_DAYS: numberOf('EXPORT_FILE_DAYS').default(90),
  CONSENT_RATE_PER_MINUTE: numberOf('CONSENT_RATE_PER_MINUTE').default(600),
  REQUEST_RATE_PER_MINUTE: numberOf('REQUEST_RATE_PER_MINUTE').default(600),
  CALLBACKS_TO_PRIVATE_NETWORK: flag('false'),
  MAIL_SERVERS_ON_PRIVATE_NETWORK: flag('false'),
  SFTP_ON_PRIVATE_NETWORK: flag('false'),
  DRAIN_SECONDS: numberOf('DRAIN_SECONDS').optional(),
  SESSION_IDLE_HOURS: numberOf('SESSION_IDLE_HOURS').default(12),
  SESSION_MAX_HOURS: numberOf('SESSION_MAX_HOURS').default(168),
});
/** The variables, checked each for itself. */
export type Environment = z.output<typeof environment>;
