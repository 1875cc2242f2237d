import { describe, expect, it } from 'vitest';
import { CONFIG_VARIABLES, loadConfig } from '../../server/platform/config.ts';
import { RANGES } from '../../server/platform/configVariables.ts';
import { RECIPIENTS_LIMIT } from '../../shared/incidentNotification/schema.ts';

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://privacy.example.com' };

describe('a configuration', () => {
  it.each(CONFIG_VARIABLES)('treats an empty %s, or one of blanks, as unset', (name) => {
    expect(loadConfig({ [name]: '' })).toEqual(loadConfig({}));
    expect(loadConfig({ [name]: '  ' })).toEqual(loadConfig({}));
  });

  it.each([
    ['TRUST_PROXY', 'banana'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '127.0.0.1,proxy.example.com'],
    ['FILES', 's3:bucket'],
    ['FILES', 's3://'],
    ['FILES', '/srv/files'],
    ['MAIL_FROM', 'Privacy office'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Privacy office <privacy>'],
    ['PORT', '70000'],
    ['SUPPORT_EMAILS', 'abc'],
    ['SUPPORT_EMAILS', 'support@example.com,abc'],
    ['SUPPORT_EMAILS', ' , '],
    ['SHOW_ADMIN_PERSONNEL', 'perhaps'],
  ])('is refused with %s=%s, with the reason', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(
      new RegExp(`^The configuration cannot be used\\.\n${name}: must `),
    );
  });

  it.each([
    [{ S3_ACCESS_KEY_ID: 'AKIA' }, /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both/],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both/],
    [{ SESSION_IDLE_HOURS: '200' }, /SESSION_IDLE_HOURS: must not be more than SESSION_MAX_HOURS/],
    [{ OIDC_ISSUER: 'https://id.example.com' }, /OIDC_CLIENT_ID: is needed/],
    [{ OIDC_ONLY: 'true' }, /OIDC_ONLY: needs OIDC_ISSUER/],
    [
      { ...PRODUCTION, OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID: 'x' },
      /OIDC_ISSUER: must be https in production/,
    ],
  ])('is refused where %o contradicts itself', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('takes an issuer without encryption on this machine, and outside production', () => {
    const issuer = (OIDC_ISSUER: string) => ({ OIDC_ISSUER, OIDC_CLIENT_ID: 'x' });
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
      expect(loadConfig({ ...PRODUCTION, ...issuer(`http://${host}`) }).oidc?.issuer).toBe(`http://${host}`);
    expect(loadConfig(issuer('http://id.example.com')).oidc?.issuer).toBe('http://id.example.com');
  });

  it.each(Object.entries(RANGES))('says the range of %s, whatever is wrong with it', (name, range) => {
    const { least, most } = range;
    const isAbove = 'above' in range;
    const hasFractions = 'fractions' in range;
    const wrong = ['many', String(most + 1), String(isAbove ? least : least - 1), ...(hasFractions ? [] : ['1.5'])];
    const kind = hasFractions ? 'number' : 'whole number';
    for (const value of wrong)
      expect(() => loadConfig({ [name]: value }), value).toThrow(
        `${name}: must be a ${kind}, ${isAbove ? 'more than ' : ''}${least}`,
      );
    for (const value of wrong) expect(() => loadConfig({ [name]: value })).toThrow(most.toLocaleString('en'));
    // The bounds themselves are taken; one session may not be idle longer than it lasts.
    for (const value of isAbove ? [0.5, most] : [least, most])
      expect(() =>
        loadConfig({ SESSION_IDLE_HOURS: '0.1', SESSION_MAX_HOURS: '2160', [name]: String(value) }),
      ).not.toThrow();
  });

  it('permits one notification as many recipients as the form takes', () => {
    expect(RANGES.RECIPIENTS_PER_NOTIFICATION.most).toBe(RECIPIENTS_LIMIT);
  });

  it.each([
    [{}, 'open'],
    [PRODUCTION, 'closed'],
    [{ ...PRODUCTION, SIGNUP: 'open' }, 'open'],
    [{ SIGNUP: 'closed' }, 'closed'],
    [{ SIGNUP: 'open', OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'x', OIDC_ONLY: 'true' }, 'closed'],
  ])('permits sign-up by %o: %s', (env, signup) => {
    expect(loadConfig(env).signup).toBe(signup);
  });

  it.each([
    ['2', 2],
    ['true', true],
    ['false', false],
    ['loopback, 10.0.0.0/8,fd00::/8', 'loopback, 10.0.0.0/8,fd00::/8'],
  ])('trusts proxies by TRUST_PROXY=%s', (value, trusted) => {
    expect(loadConfig({ TRUST_PROXY: value }).trustProxy).toEqual(trusted);
  });

  it.each(['privacy@example.com', 'Privacy office <privacy@example.com>', 'สำนักงาน <dpo@example.com>'])(
    'sends mails from %s',
    (sender) => {
      expect(loadConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
    },
  );

  it('displays each address of SUPPORT_EMAILS', () => {
    expect(loadConfig({ SUPPORT_EMAILS: ' a@example.com , b@example.com,' }).support.emails).toEqual([
      'a@example.com',
      'b@example.com',
    ]);
  });

  it('reports unknown variables, even if their names are similar to known ones', () => {
    const { warnings } = loadConfig({
      DATABSE_URL: 'postgres://db/x',
      POKPONG_PORT: '80',
      POKPONG_COLOUR: 'blue',
      master_key: 'x',
      PATH: '/bin',
      HOSTNAME: 'here',
      PORTS: '1',
      // Which the SDK of AWS reads itself.
      AWS_REGION: 'ap-southeast-7',
      AWS_ACCESS_KEY_ID: 'AKIA',
    });
    expect(warnings).toEqual([
      'DATABSE_URL: is not a variable of the product and has no effect; DATABASE_URL is',
      'POKPONG_PORT: is not a variable of the product and has no effect; PORT is',
      'POKPONG_COLOUR: is not a variable of the product and has no effect',
      'master_key: is not a variable of the product and has no effect; MASTER_KEY is',
    ]);
  });

  it.each([
    [{ ...PRODUCTION, PUBLIC_URL: 'http://privacy.example.com' }, /^PUBLIC_URL: is http/],
    [{ ...PRODUCTION, SMTP_URL: 'smtp://mail.example.com' }, /^MAIL_FROM: is an address at localhost/],
    [
      { ...PRODUCTION, SMTP_URL: 'smtp://mail.example.com?requireTLS=false', MAIL_FROM: 'a@example.com' },
      /^SMTP_URL: says requireTLS=false/,
    ],
    [{ SUPPORT_EMAILS: 'support@example.com' }, /^SUPPORT_EMAILS: has one address/],
    [{ S3_ENDPOINT: 'https://minio.example.com' }, /^S3_ENDPOINT: has no effect without FILES/],
    [
      { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x', OIDC_NAME: 'Staff' },
      /^OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME: has no effect without OIDC_ISSUER/,
    ],
    [{ VAULT_TOKEN: 'x' }, /^VAULT_TOKEN: has no effect without VAULT_ADDR/],
    [{ ...PRODUCTION, TRUST_PROXY: 'true' }, /^TRUST_PROXY: is true; whoever sends a request/],
  ])('warns of %o', (env, warning) => {
    expect(loadConfig(env).warnings).toEqual([expect.stringMatching(warning)]);
    expect(loadConfig({ ...PRODUCTION, PUBLIC_URL: 'http://localhost:3000' }).warnings).toEqual([]);
  });
});
