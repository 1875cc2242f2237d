import { z } from 'zod';

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''], { error: 'must be true or false' })
    .default('')
    .transform((value) => (value === '' ? fallback : value === 'true' || value === '1'));
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const none = z.literal('').transform(() => undefined);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.union([none, schema]).optional();

/** The environment variables of the product; README lists them with the same words. */
const environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(0, { error: 'must be 0 to 65535' })
    .max(65535, { error: 'must be 0 to 65535' })
    .default(3000),
  PUBLIC_URL: optional(webAddress),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  DATABASE_POOL: z.coerce.number({ error: 'must be a number' }).int().min(2).max(200).default(10),
  DEMO_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).default('pokpong-demo-2026'),
  MASTER_KEY: optional(
    z.string().regex(/^[A-Za-z0-9+/]{43}=$/, { error: 'must be 32 bytes in base64 (openssl rand -base64 32)' }),
  ),
  SIGNUP: z.enum(['open', 'closed'], { error: 'must be open or closed' }).default('open'),
  VARIANT: z.enum(['standard', 'special'], { error: 'must be standard or special' }).default('standard'),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { error: 'must be a pino level' })
    .default('info'),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: z.string().default('Pokpong <no-reply@localhost>'),
  FILES: optional(z.url({ protocol: /^s3$/, error: 'must be s3://bucket/prefix' })),
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: z.string().default('ap-southeast-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  OIDC_ISSUER: optional(webAddress),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  OIDC_NAME: z.string().default('OpenID Connect'),
  SUPPORT_PHONE: z.string().default('02-000-0000'),
  SUPPORT_EMAILS: z.string().default('support@pokpong.example,sales@pokpong.example'),
  MANUAL_URL: optional(webAddress),
  SHOW_ADMIN_PERSONNEL: flag(true),
  EXPORT_FILE_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int()
    .min(1, { error: 'must be 1 to 3650' })
    .max(3650, { error: 'must be 1 to 3650' })
    .default(90),
  CONSENT_RATE_PER_MINUTE: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(0, { error: 'must be 0 or more' })
    .default(600),
  SESSION_IDLE_HOURS: z.coerce.number({ error: 'must be a number of hours' }).positive().max(720).default(12),
  SESSION_MAX_HOURS: z.coerce.number({ error: 'must be a number of hours' }).positive().max(2160).default(168),
});

/** Names of the environment variables, for the documentation's own test. */
export const CONFIG_VARIABLES = Object.keys(environment.shape);

/** A configuration that cannot be used; `message` says which variable and why, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The checked configuration. Hours are hours; sizes bytes. */
export interface Config {
  nodeEnv: 'development' | 'production' | 'test';
  host: string;
  port: number;
  /** Address under which people reach the product; links in mails begin with it. */
  publicUrl?: string;
  dataDir: string;
  databaseUrl?: string;
  databasePool: number;
  demoPassword: string;
  masterKey?: string;
  signup: 'open' | 'closed';
  variant: 'standard' | 'special';
  /** Passed to Fastify: false, true, a number of hops, or a list of addresses. */
  trustProxy: boolean | number | string;
  logLevel: string;
  smtpUrl?: string;
  mailFrom: string;
  s3?: {
    bucket: string;
    prefix: string;
    endpoint?: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  oidc?: { issuer: string; clientId: string; clientSecret: string; name: string };
  support: { phone: string; emails: string[] };
  manualUrl?: string;
  showAdminPersonnel: boolean;
  session: { idleHours: number; maxHours: number };
  /** Days that the file of a finished export can be downloaded. */
  exportFileDays: number;
  /** Calls of a consent form's public routes a minute, address and node; 0: no limit. */
  consentRatePerMinute: number;
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming each wrong variable and why.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The configuration cannot be used.\n${[...new Set(lines)].join('\n')}`);
  }
  const value = parsed.data;
  const wrong: string[] = [];
  if (value.NODE_ENV === 'production' && value.DATABASE_URL && !value.MASTER_KEY) {
    wrong.push(
      'MASTER_KEY: is needed in production with DATABASE_URL (openssl rand -base64 32); without it encrypted data could not be read again on another node',
    );
  }
  if (value.NODE_ENV === 'production' && !value.PUBLIC_URL)
    wrong.push('PUBLIC_URL: is needed in production; links in mails and the check of Origin use it');
  if (value.OIDC_ISSUER && !value.OIDC_CLIENT_ID) wrong.push('OIDC_CLIENT_ID: is needed beside OIDC_ISSUER');
  if (wrong.length > 0) throw new ConfigError(`The configuration cannot be used.\n${wrong.join('\n')}`);

  const s3 = value.FILES ? new URL(value.FILES) : undefined;
  return {
    nodeEnv: value.NODE_ENV,
    host: value.HOST,
    port: value.PORT,
    publicUrl: value.PUBLIC_URL?.replace(/\/$/, ''),
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    demoPassword: value.DEMO_PASSWORD,
    masterKey: value.MASTER_KEY,
    signup: value.SIGNUP,
    variant: value.VARIANT,
    trustProxy: trustProxy(value.TRUST_PROXY),
    logLevel: value.LOG_LEVEL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    s3: s3 && {
      bucket: s3.hostname,
      prefix: s3.pathname.replace(/^\/|\/$/g, ''),
      endpoint: value.S3_ENDPOINT,
      region: value.S3_REGION,
      accessKeyId: value.S3_ACCESS_KEY_ID,
      secretAccessKey: value.S3_SECRET_ACCESS_KEY,
    },
    oidc: value.OIDC_ISSUER
      ? {
          issuer: value.OIDC_ISSUER,
          clientId: value.OIDC_CLIENT_ID,
          clientSecret: value.OIDC_CLIENT_SECRET,
          name: value.OIDC_NAME,
        }
      : undefined,
    support: {
      phone: value.SUPPORT_PHONE,
      emails: value.SUPPORT_EMAILS.split(',')
        .map((email) => email.trim())
        .filter(Boolean),
    },
    manualUrl: value.MANUAL_URL,
    showAdminPersonnel: value.SHOW_ADMIN_PERSONNEL,
    session: { idleHours: value.SESSION_IDLE_HOURS, maxHours: value.SESSION_MAX_HOURS },
    exportFileDays: value.EXPORT_FILE_DAYS,
    consentRatePerMinute: value.CONSENT_RATE_PER_MINUTE,
  };
}

function trustProxy(value: string): Config['trustProxy'] {
  if (value === '' || value === 'false') return false;
  if (value === 'true') return true;
  return /^\d+$/.test(value) ? Number(value) : value;
}
