import type { z } from 'zod';
import type { Consent, moveConsent } from '../../../shared/consent/schema.ts';
import {
  type ConsentLevel,
  type ConsentSettings,
  consentSettings,
  type consentLevelEffect,
  type consentSettingsAnswer,
  type updateConsentSettings,
} from '../../../shared/consent/settings.ts';
import { refusal } from '../../../shared/registry/permissions.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { newTokenSecret } from '../../platform/publicPage/subjectToken.ts';
import { sealedSecret } from './secret.ts';
import { allowingBrowsers } from './queries.ts';
import { consentRecord } from './record.ts';

const { existing, locked, set } = consentRecord;

type Answer = z.infer<typeof consentSettingsAnswer>;
const answerOf = ({ settings, hasSecret, rowVersion }: Consent): Answer => ({ ...settings, hasSecret, rowVersion });

/** Settings for submissions of a form. @throws 404 */
export const get = (ctx: WorkspaceContext, { id }: { id: string }): Promise<Answer> =>
  ctx.read(async (trx) => answerOf(await existing(trx, ctx, id)));

/** Who could only withdraw any more if the form required a token. @throws 404 */
export const levelEffect = (
  ctx: WorkspaceContext,
  { id }: { id: string },
): Promise<z.output<typeof consentLevelEffect>> =>
  ctx.read(async (trx) => {
    await existing(trx, ctx, id);
    return { browsers: await allowingBrowsers(trx, ctx.workspace.id, id) };
  });

/**
 * Saves over the form's `rowVersion`; takes effect immediately, without a new version.
 * @throws 403 when the level is changed without the permission to publish, 400 when the level needs a secret and there
 * is none
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateConsentSettings>): Promise<Answer> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input.id, input.rowVersion);
    const level = levelOf(input, before.settings.level);
    const settings = consentSettings.parse({ ...input, level });
    if (level !== before.settings.level && refusal(ctx.standing, 'consent.publish')) throw appError('forbidden.role');
    if (level === 'token' && !before.hasSecret)
      throw appError('consent.secretFirst', { at: input.jwtRequired ? 'jwtRequired' : 'level' });
    const changes = changesBetween(logged(before.settings), logged(settings));
    if (changes.length === 0) return answerOf(before);
    await set(trx, ctx, input.id, { settings: JSON.stringify(settings) });
    await emit(trx, actorOf(ctx), {
      event: 'consent.settingsChanged',
      entityId: input.id,
      subject: before.name,
      changes,
    });
    return answerOf(await existing(trx, ctx, input.id));
  });
}

/**
 * Creates a new secret; tokens that are signed by the old one are refused from then on. This answer is the only one
 * that contains it.
 */
export function makeSecret(
  ctx: WorkspaceContext,
  input: z.output<typeof moveConsent>,
): Promise<{ secret: string; rowVersion: number }> {
  return ctx.transaction(async (trx) => {
    const before = await locked(trx, ctx, input.id, input.rowVersion);
    const key = await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id);
    const secret = newTokenSecret();
    await set(trx, ctx, input.id, { secret: sealedSecret.seal(key, input.id, secret) });
    await emit(trx, actorOf(ctx), { event: 'consent.secretChanged', entityId: input.id, subject: before.name });
    return { secret, rowVersion: before.rowVersion + 1 };
  });
}

/**
 * The requested level. A caller that knows only the toggle turns it on or off: off is `browser`, never `open`, which
 * must be named.
 */
function levelOf(
  { level, jwtRequired }: Pick<z.output<typeof updateConsentSettings>, 'level' | 'jwtRequired'>,
  before: ConsentLevel,
): ConsentLevel {
  if (level !== undefined && level !== before) return level;
  if (jwtRequired === undefined || jwtRequired === (before === 'token')) return before;
  return jwtRequired ? 'token' : 'browser';
}

const logged = ({ channels, allowedOrigins, level }: ConsentSettings): Record<string, unknown> => ({
  channels: (['web', 'api', 'mobile'] as const).filter((channel) => channels[channel]),
  allowedOrigins,
  level,
});
