import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import { AllowedOrigins } from '../../../embedScreen/AllowedOrigins.tsx';
import { SwitchRow } from '../../../embedScreen/SwitchRow.tsx';
import { TokenSecret } from '../../../embedScreen/TokenSecret.tsx';
import { bodyOf, messageOf } from '../../../shell/errors.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Card, Stack, toast } from '../../../ui/index.ts';
import { ProtocolCard } from './ProtocolCard.tsx';

const CHANNELS = ['web', 'page', 'api', 'mobile'] as const;
type Settings = RequestForm['settings'];

/** Saves changes of a form's settings; changes are displayed immediately, before the record is updated. */
function useSettings(form: RequestForm) {
  const { t } = useTranslation('requestGuide');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.requestForm.updateSettings.useMutation();
  const [wanted, setWanted] = useState<Settings | null>(null);

  /** Resolves with the reason if it could not be saved, otherwise with null. */
  const save = async (changes: Partial<Settings>): Promise<string | null> => {
    const next = { ...form.settings, ...changes };
    setWanted(next);
    try {
      const saved = await update.mutateAsync({ ws, id: form.id, rowVersion: form.rowVersion, ...next });
      // Immediately, so that the next change is not treated as a conflict.
      cache.requestForm.get.setData({ ws, id: form.id }, saved);
      toast.success(t('saved'));
      return null;
    } catch (error) {
      return bodyOf(error)?.issues?.[0]?.reason ?? messageOf(error, t('notSaved'));
    } finally {
      void cache.requestForm.invalidate();
      setWanted(null);
    }
  };
  const saveOrReport = async (changes: Partial<Settings>) => {
    const problem = await save(changes);
    if (problem) toast.error(problem);
  };
  return { effective: wanted ?? form.settings, saving: update.isPending, save, saveOrReport };
}

/**
 * Generates a new secret for the form. The mutation's result is removed too, so that the secret exists only on the
 * screen.
 */
function useNewSecret(form: RequestForm) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const make = trpc.requestForm.makeSecret.useMutation({ gcTime: 0 });
  return async (): Promise<string> => {
    const { secret, rowVersion } = await make.mutateAsync({ ws, id: form.id, rowVersion: form.rowVersion });
    make.reset();
    cache.requestForm.get.setData(
      { ws, id: form.id },
      (record) => record && { ...record, hasSecret: true, rowVersion },
    );
    void cache.requestForm.invalidate();
    return secret;
  };
}

/**
 * Which channels are enabled, from which origins, and who vouches for data subjects. Each change is saved immediately.
 */
export function ChannelSettings({ form }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  const mayWrite = useCan('requestForm.write');
  const { effective, saving, save, saveOrReport } = useSettings(form);
  const makeSecret = useNewSecret(form);
  const disabled = !mayWrite || saving;
  return (
    <>
      <Card title={t('channels.title')}>
        <Stack gap="3">
          {CHANNELS.map((channel) => (
            <SwitchRow
              key={channel}
              id={`channel-${channel}`}
              label={t(`channels.${channel}`)}
              help={t(`channels.${channel}Help`)}
              checked={effective.channels[channel]}
              disabled={disabled}
              onChange={(on) => void saveOrReport({ channels: { ...form.settings.channels, [channel]: on } })}
            />
          ))}
        </Stack>
      </Card>
      <AllowedOrigins
        origins={effective.allowedOrigins}
        disabled={disabled}
        onChange={(allowedOrigins) => save({ allowedOrigins })}
      />
      <Card title={t('token.title')}>
        <Stack gap="4">
          <SwitchRow
            id="token-accepts"
            label={t('token.accepts')}
            help={t(form.hasSecret ? 'token.acceptsHelp' : 'token.needsSecret')}
            checked={effective.jwtEnabled}
            disabled={disabled || (!form.hasSecret && !effective.jwtEnabled)}
            onChange={(jwtEnabled) => void saveOrReport({ jwtEnabled })}
          />
          <TokenSecret
            hasSecret={form.hasSecret}
            disabled={disabled}
            replaceBody={t('token.replaceBody')}
            variable="DSRM_SECRET"
            make={makeSecret}
          />
        </Stack>
      </Card>
      <ProtocolCard
        formId={form.id}
        checked={effective.drpEnabled}
        disabled={disabled}
        onChange={(drpEnabled) => void saveOrReport({ drpEnabled })}
      />
    </>
  );
}
