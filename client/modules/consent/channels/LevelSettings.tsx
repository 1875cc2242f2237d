import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { CONSENT_LEVELS, type ConsentLevel } from '../../../../shared/consent/settings.ts';
import { messageOf } from '../../../shell/errors.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Banner, Card, chakra, ConfirmDialog, Stack, Text, toast, useDialog, useFormat } from '../../../ui/index.ts';
import { ChoiceCard } from '../../../ui/form/index.ts';
import { TokenSecret } from '../../../embedScreen/TokenSecret.tsx';

interface LevelSettingsProps {
  form: Consent;
  /** The level that was just chosen. */
  level: ConsentLevel;
  saving: boolean;
  onChange: (level: ConsentLevel) => Promise<void>;
}

/**
 * How the form identifies data subjects. Opening it to anybody asks for confirmation, and so does requiring tokens of
 * those who chose without one.
 */
export function LevelSettings({ form, level, saving, onChange }: LevelSettingsProps) {
  const { t } = useTranslation('consentGuide');
  const mayPublish = useCan('consent.publish');
  const { number } = useFormat();
  const [opening, setOpening] = useState(false);
  const raising = useRaising(form, () => onChange('token'));
  const makeSecret = useNewSecret(form);
  const disabled = !mayPublish || saving;
  const choose = (wanted: ConsentLevel) => {
    if (wanted === 'open') setOpening(true);
    else void (wanted === 'token' ? raising.start() : onChange(wanted));
  };
  return (
    <Card title={t('level.title')}>
      <Stack gap="4">
        <Text textStyle="small" color="muted">
          {t('level.lead')}
        </Text>
        <chakra.div role="radiogroup" aria-label={t('level.title')} display="grid" gap="2">
          {CONSENT_LEVELS.map((one) => (
            <ChoiceCard key={one} p="3">
              <Radio
                type="radio"
                name="consent-level"
                value={one}
                checked={level === one}
                disabled={disabled || (one === 'token' && !form.hasSecret && level !== 'token')}
                aria-describedby={`level-${one}`}
                aria-label={t(`level.${one}`)}
                onChange={() => choose(one)}
              />
              <chakra.span flex="1" minWidth="0">
                <chakra.span display="block" fontWeight="semibold" textStyle="dense">
                  {t(`level.${one}`)}
                </chakra.span>
                <chakra.span id={`level-${one}`} display="block" textStyle="small" color="muted">
                  {one === 'token' && !form.hasSecret ? t('token.needsSecret') : t(`level.${one}Help`)}
                </chakra.span>
              </chakra.span>
            </ChoiceCard>
          ))}
        </chakra.div>
        {level === 'open' && <Banner tone="warn">{t('level.openWarning')}</Banner>}
        <TokenSecret
          hasSecret={form.hasSecret}
          disabled={disabled}
          replaceBody={t('token.replaceBody')}
          variable="CONSENT_SECRET"
          make={makeSecret}
        />
        {!mayPublish && (
          <Text textStyle="small" color="muted">
            {t('level.notYours')}
          </Text>
        )}
      </Stack>
      <ConfirmDialog
        open={opening}
        onClose={() => setOpening(false)}
        destructive
        title={t('level.openTitle')}
        body={t('level.openWarning')}
        confirmLabel={t('level.openConfirm')}
        onConfirm={() => onChange('open')}
      />
      <ConfirmDialog
        {...raising.question}
        title={t('level.tokenTitle')}
        body={t('level.tokenWarning', { count: raising.browsers, number: number(raising.browsers) })}
        confirmLabel={t('level.tokenConfirm')}
        onConfirm={() => onChange('token')}
      />
    </Card>
  );
}

/** Requires tokens from now on: at once, or after a question where browsers chose without one. */
function useRaising({ id }: Consent, raise: () => Promise<void>) {
  const { ws } = useSession();
  const { client } = trpc.useUtils();
  const [browsers, setBrowsers] = useState(0);
  const question = useDialog();
  return {
    browsers,
    question: question.props,
    start: async () => {
      try {
        const found = await client.consent.settings.levelEffect.query({ ws, id });
        setBrowsers(found.browsers);
        if (found.browsers > 0) question.show();
        else await raise();
      } catch (error) {
        toast.error(messageOf(error));
      }
    },
  };
}

/**
 * Creates a new secret of the form. The answer of the call is removed from memory too, so that the secret is only on
 * the screen.
 */
function useNewSecret(form: Consent) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const make = trpc.consent.makeSecret.useMutation({ gcTime: 0 });
  return async (): Promise<string> => {
    const { secret, rowVersion } = await make.mutateAsync({ ws, id: form.id, rowVersion: form.rowVersion });
    make.reset();
    cache.consent.get.setData({ ws, id: form.id }, (record) => record && { ...record, hasSecret: true, rowVersion });
    void cache.consent.invalidate();
    return secret;
  };
}

const Radio = chakra('input', { base: { boxSize: '18px', flexShrink: 0, mt: '0.5', accentColor: '{colors.accent}' } });
