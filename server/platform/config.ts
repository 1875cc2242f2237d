import { z } from 'zod';
import { misspelledNames } from './configNames.ts';
import { masterKeyText } from './crypto/masterKey.ts';
import type { MailLimits } from './mail/quota.ts';
import { isTrustable, trustProxy } from './trustProxy.ts';

const flag = (fallback: 'true' | 'false') =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .default(fallback)
    .transform((value) => value === 'true' || value === '1');
/** A notification holds no more. */
const MOST_RECIPIENTS = 5000;
const amount = (most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int({ error: 'must be a whole number' })
    .min(0, { error: `must be 0 to ${most}` })
    .max(most, { error: `must be 0 to ${most}` })
    .optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
/** One address, alone or behind a name: `Privacy office <privacy@example.com>`. */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;

/** The environment variables of the product; README lists them with the same words. */
const rate = z.coerce.number({ error: 'must be a number' }).int().min(0, { error: 'must be 0 or more' }).default(600);

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
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: z.coerce.number({ error: 'must be a number' }).int().min(2).max(200).default(10),
  DATABASE_PREPARED: flag('true'),
  DEMO_PASSWORD: z.string().min(12, { error: 'must have at least 12 characters' }).default('pokpong-demo-2026'),
  MASTER_KEY: masterKeyText.optional(),
  MASTER_KEY_NEXT: masterKeyText.optional(),
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
  MAILS_PER_DAY: amount(1_000_000),
  RECIPIENTS_PER_NOTIFICATION: amount(MOST_RECIPIENTS),
  INVITATIONS_PER_DAY: amount(100_000),
  SUPPORT_PHONE: z.string().default('02-000-0000'),
  SUPPORT_EMAILS: z.string().default('support@pokpong.example,sales@pokpong.example'),
  MANUAL_URL: webAddress.optional(),
  SHOW_ADMIN_PERSONNEL: flag('true'),
  EXPORT_FILE_DAYS: z.coerce
    .number({ error: 'must be a number of days' })
    .int()
    .min(1, { error: 'must be 1 to 3650' })
    .max(3650, { error: 'must be 1 to 3650' })
    .default(90),
  CONSENT_RATE_PER_MINUTE: rate,
  REQUEST_RATE_PER_MINUTE: rate,
  CALLBACKS_TO_PRIVATE_NETWORK: flag('false'),
  MAIL_SERVERS_ON_PRIVATE_NETWORK: flag('false'),
  SFTP_ON_PRIVATE_NETWORK: flag('false'),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(0, { error: 'must be 0 to 300' })
    .max(300, { error: 'must be 0 to 300' })
    .optional(),
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
  /** Whether statements are prepared on their connections. */
  databasePrepared: boolean;
  demoPassword: string;
  masterKey?: string;
  masterKeyNext?: string;
  /** Whether anybody may sign an organisation up; never where only the provider lets people in. */
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
  /** `only`: passwords open nothing. */
  oidc?: { issuer: string; clientId: string; clientSecret: string; name: string; only: boolean };
  /** What a workspace may send to people outside it, unless the operator has set other limits for it. */
  mailLimits: MailLimits;
  support: { phone: string; emails: string[] };
  manualUrl?: string;
  showAdminPersonnel: boolean;
  session: { idleHours: number; maxHours: number };
  /** Days that the file of a finished export can be downloaded. */
  exportFileDays: number;
  /** Calls of a consent form's public routes a minute and address, for all nodes together; 0: no limit. */
  consentRatePerMinute: number;
  /** The same of a request form's; 0: no limit, neither of calls nor of requests, files and refused calls of agents. */
  requestRatePerMinute: number;
  /** Which addresses that others named are called, as web, mail or SFTP servers: public ones unless more is allowed. */
  callbacks: { toPrivateNetwork: boolean };
  mailServers: { toPrivateNetwork: boolean };
  sftp: { toPrivateNetwork: boolean };
  /** How long a node that stops goes on taking requests, so that a proxy can notice. */
  drainSeconds: number;
  /** What is no reason not to start, but probably not meant; one sentence each. */
  warnings: readonly string[];
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming each wrong variable and why.
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is one that is not set, whatever it is for.
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The configuration cannot be used.\n${[...new Set(lines)].join('\n')}`);
  }
  const value = parsed.data;
  const wrong = contradictions(value);
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
    databasePrepared: value.DATABASE_PREPARED,
    demoPassword: value.DEMO_PASSWORD,
    masterKey: value.MASTER_KEY,
    masterKeyNext: value.MASTER_KEY_NEXT,
    signup: signupOf(value),
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
          only: value.OIDC_ONLY,
        }
      : undefined,
    mailLimits: mailLimitsOf(value),
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
    requestRatePerMinute: value.REQUEST_RATE_PER_MINUTE,
    callbacks: { toPrivateNetwork: value.CALLBACKS_TO_PRIVATE_NETWORK },
    mailServers: { toPrivateNetwork: value.MAIL_SERVERS_ON_PRIVATE_NETWORK },
    sftp: { toPrivateNetwork: value.SFTP_ON_PRIVATE_NETWORK },
    drainSeconds: value.DRAIN_SECONDS ?? (value.NODE_ENV === 'production' ? 5 : 0),
    warnings: doubts(value, Object.keys(variables)),
  };
}

/** Where anybody may sign up, what a stranger can send is little. */
function mailLimitsOf(value: z.output<typeof environment>): MailLimits {
  const isOpen = signupOf(value) === 'open';
  return {
    mails: value.MAILS_PER_DAY ?? (isOpen ? 500 : 10_000),
    recipients: value.RECIPIENTS_PER_NOTIFICATION ?? (isOpen ? 500 : MOST_RECIPIENTS),
    invitations: value.INVITATIONS_PER_DAY ?? (isOpen ? 50 : 500),
  };
}

/** Closed in production unless it is opened. */
function signupOf({ OIDC_ONLY, SIGNUP, NODE_ENV }: z.output<typeof environment>): Config['signup'] {
  if (OIDC_ONLY) return 'closed';
  return SIGNUP ?? (NODE_ENV === 'production' ? 'closed' : 'open');
}

/** Settings that are right each for itself, and wrong beside one another. */
function contradictions(value: z.output<typeof environment>): string[] {
  const production = value.NODE_ENV === 'production';
  const wrong: string[] = [];
  if (value.MASTER_KEY_NEXT && !value.MASTER_KEY) wrong.push('MASTER_KEY_NEXT: is for where MASTER_KEY is set');
  if (production && value.DATABASE_URL && !value.MASTER_KEY)
    wrong.push(
      'MASTER_KEY: is needed in production with DATABASE_URL (openssl rand -base64 32); without it encrypted data could not be read again on another node',
    );
  if (production && !value.PUBLIC_URL)
    wrong.push('PUBLIC_URL: is needed in production; links in mails and the check of Origin use it');
  if (value.OIDC_ONLY && !value.OIDC_ISSUER)
    wrong.push('OIDC_ONLY: needs OIDC_ISSUER; without it nobody could sign in');
  if (value.OIDC_ISSUER && !value.OIDC_CLIENT_ID) wrong.push('OIDC_CLIENT_ID: is needed beside OIDC_ISSUER');
  if ((value.S3_ACCESS_KEY_ID === '') !== (value.S3_SECRET_ACCESS_KEY === ''))
    wrong.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both, or neither to use the identity of the machine');
  if (value.SESSION_IDLE_HOURS > value.SESSION_MAX_HOURS)
    wrong.push('SESSION_IDLE_HOURS: must not be more than SESSION_MAX_HOURS');
  return wrong;
}

/** Settings that are allowed and probably not meant. */
function doubts(value: z.output<typeof environment>, variables: readonly string[]): string[] {
  const found = misspelledNames(variables, CONFIG_VARIABLES).map(
    ({ name, meant }) => `${name}: is not a variable of the product and has no effect${meant ? `; ${meant} is` : ''}`,
  );
  if (value.NODE_ENV === 'production') {
    const { protocol, hostname } = new URL(value.PUBLIC_URL!);
    if (protocol === 'http:' && !isOfThisMachine(hostname))
      found.push(
        'PUBLIC_URL: is http; passwords and personal data travel in clear, and browsers keep no session cookie',
      );
    if (value.SMTP_URL?.includes('requireTLS=false') && !isOfThisMachine(new URL(value.SMTP_URL).hostname))
      found.push('SMTP_URL: says requireTLS=false; mails, and the password of the mail server, may travel in clear');
    if (value.SMTP_URL && value.MAIL_FROM.includes('@localhost'))
      found.push('MAIL_FROM: is an address at localhost; mail servers refuse it');
  }
  const ofBucket = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID'].filter((name) => variables.includes(name));
  if (!value.FILES && ofBucket.length > 0) found.push(`${ofBucket.join(', ')}: has no effect without FILES`);
  return found;
}

const isOfThisMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
