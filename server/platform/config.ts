import { misspelledNames } from './configNames.ts';
import { type Environment, environment, MOST_RECIPIENTS } from './configVariables.ts';
import {
  type KeyServiceName,
  type KeyServiceSettings,
  keyServicesOf,
  missingKeyService,
} from './crypto/keyServices/config.ts';
import type { MailLimits } from './mail/quota.ts';
import { trustProxy } from './trustProxy.ts';

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
  /** Base64; as it is configured it may be wrapped by a key service, `readConfig` answers it unwrapped. */
  masterKey?: string;
  masterKeyNext?: string;
  /** The key service that unwrapped the master key. */
  masterKeyWrappedBy?: KeyServiceName;
  keyServices: KeyServiceSettings;
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
    keyServices: keyServicesOf(value),
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
    support: { phone: value.SUPPORT_PHONE, emails: value.SUPPORT_EMAILS },
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
function mailLimitsOf(value: Environment): MailLimits {
  const isOpen = signupOf(value) === 'open';
  return {
    mails: value.MAILS_PER_DAY ?? (isOpen ? 500 : 10_000),
    recipients: value.RECIPIENTS_PER_NOTIFICATION ?? (isOpen ? 500 : MOST_RECIPIENTS),
    invitations: value.INVITATIONS_PER_DAY ?? (isOpen ? 50 : 500),
  };
}

/** Closed in production unless it is opened. */
function signupOf({ OIDC_ONLY, SIGNUP, NODE_ENV }: Environment): Config['signup'] {
  if (OIDC_ONLY) return 'closed';
  return SIGNUP ?? (NODE_ENV === 'production' ? 'closed' : 'open');
}

/** Settings that are right each for itself, and wrong beside one another. */
function contradictions(value: Environment): string[] {
  const production = value.NODE_ENV === 'production';
  const wrong: string[] = [];
  if (value.MASTER_KEY_NEXT && !value.MASTER_KEY) wrong.push('MASTER_KEY_NEXT: is for where MASTER_KEY is set');
  wrong.push(...missingKeyService(value));
  if (production && value.DATABASE_URL && !value.MASTER_KEY)
    wrong.push(
      'MASTER_KEY: is needed in production with DATABASE_URL (openssl rand -base64 32); without it encrypted data could not be read again on another node',
    );
  if (production && !value.PUBLIC_URL)
    wrong.push('PUBLIC_URL: is needed in production; links in mails and the check of Origin use it');
  if (value.OIDC_ONLY && !value.OIDC_ISSUER)
    wrong.push('OIDC_ONLY: needs OIDC_ISSUER; without it nobody could sign in');
  if (production && isHttpElsewhere(value.OIDC_ISSUER))
    wrong.push('OIDC_ISSUER: must be https in production; who is let in would be answered in clear');
  if (value.OIDC_ISSUER && !value.OIDC_CLIENT_ID) wrong.push('OIDC_CLIENT_ID: is needed beside OIDC_ISSUER');
  if ((value.S3_ACCESS_KEY_ID === '') !== (value.S3_SECRET_ACCESS_KEY === ''))
    wrong.push('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both, or neither to use the identity of the machine');
  if (value.SESSION_IDLE_HOURS > value.SESSION_MAX_HOURS)
    wrong.push('SESSION_IDLE_HOURS: must not be more than SESSION_MAX_HOURS');
  return wrong;
}

const DEFAULTS = environment.parse({});
/** Variables without which others have no effect. */
const NEEDED = [
  ['FILES', ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID']],
  ['OIDC_ISSUER', ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME']],
  ['VAULT_ADDR', ['VAULT_TOKEN', 'VAULT_TOKEN_FILE']],
] as const satisfies [keyof Environment, (keyof Environment)[]][];

/** Settings that are allowed and probably not meant. */
function doubts(value: Environment, variables: readonly string[]): string[] {
  const found = misspelledNames(variables, CONFIG_VARIABLES).map(
    ({ name, meant }) => `${name}: is not a variable of the product and has no effect${meant ? `; ${meant} is` : ''}`,
  );
  if (value.NODE_ENV === 'production') {
    if (isHttpElsewhere(value.PUBLIC_URL))
      found.push(
        'PUBLIC_URL: is http; passwords and personal data travel in clear, and browsers keep no session cookie',
      );
    if (value.SMTP_URL?.includes('requireTLS=false') && !isOfThisMachine(new URL(value.SMTP_URL).hostname))
      found.push('SMTP_URL: says requireTLS=false; mails, and the password of the mail server, may travel in clear');
    if (value.SMTP_URL && value.MAIL_FROM.includes('@localhost'))
      found.push('MAIL_FROM: is an address at localhost; mail servers refuse it');
    if (trustProxy(value.TRUST_PROXY) === true)
      found.push(
        'TRUST_PROXY: is true; whoever sends a request says itself which address it comes from. Give the number of proxies, or their addresses',
      );
  }
  if (isHttpElsewhere(value.VAULT_ADDR))
    found.push('VAULT_ADDR: is http; the master key, and the token for Vault, travel in clear');
  if (value.SUPPORT_EMAILS.length < 2)
    found.push('SUPPORT_EMAILS: has one address; people who are told to contact support are meant to find two');
  for (const [needed, names] of NEEDED) {
    const idle = value[needed]
      ? []
      : names.filter((name) => variables.includes(name) && value[name] !== DEFAULTS[name]);
    if (idle.length > 0) found.push(`${idle.join(', ')}: has no effect without ${needed}`);
  }
  return found;
}

const isOfThisMachine = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Whether what is sent to the address travels in clear. */
function isHttpElsewhere(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isOfThisMachine(hostname);
}
