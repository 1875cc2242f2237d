import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import type { ConsentSettings } from '../../../../shared/consent/settings.ts';
import { bodyOf, messageOf } from '../../../shell/errors.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { Card, Stack, toast } from '../../../ui/index.ts';
import { AllowedOrigins } from '../../../embedScreen/AllowedOrigins.tsx';
import { SwitchRow } from '../../../embedScreen/SwitchRow.tsx';
import { LevelSettings } from './LevelSettings.tsx';

const CHANNELS = ['web', 'api', 'mobile'] as const;

/** Saves changes of a form's settings; a change is displayed immediately, the record follows. */
function useSettings(form: Consent) {
  const { t } = useTranslation('consentGuide');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.consent.settings.update.useMutation();
  const { settings } = form;
  const [wanted, setWanted] = useState<ConsentSettings | null>(null);

  /** Resolves to why it could not be saved, or null. */
  const save = async (changes: Partial<ConsentSettings>): Promise<string | null> => {
    const next = { ...settings, ...changes };
    setWanted(next);
    try {
      const { hasSecret, rowVersion, ...saved } = await update.mutateAsync({
        ws,
        id: form.id,
        rowVersion: form.rowVersion,
        ...next,
      });
      // Immediately, so that the next change is not refused as outdated.
      cache.consent.get.setData(
        { ws, id: form.id },
        (record) => record && { ...record, settings: saved, hasSecret, rowVersion },
      );
      void cache.consent.invalidate();
      toast.success(t('saved'));
      return null;
    } catch (error) {
      void cache.consent.invalidate();
      return bodyOf(error)?.issues?.[0]?.reason ?? messageOf(error, t('notSaved'));
    } finally {
      setWanted(null);
    }
  };
  const saveOrReport = async (changes: Partial<ConsentSettings>) => {
    const problem = await save(changes);
    if (problem) toast.error(problem);
  };
  return { effective: wanted ?? settings, saving: update.isPending, save, saveOrReport };
}

/** Open channels, permitted sites, and the identification of data subjects. Each change is saved immediately. */
export function ChannelSettings({ form }: { form: Consent }) {
  const { t } = useTranslation('consentGuide');
  const mayWrite = useCan('consent.write');
  const { settings } = form;
  const { effective, saving, save, saveOrReport } = useSettings(form);
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
              disabled={!mayWrite || saving}
              onChange={(on) => void saveOrReport({ channels: { ...settings.channels, [channel]: on } })}
            />
          ))}
        </Stack>
      </Card>
      <AllowedOrigins
        origins={effective.allowedOrigins}
        disabled={!mayWrite || saving}
        onChange={(allowedOrigins) => save({ allowedOrigins })}
      />
      <LevelSettings
        form={form}
        level={effective.level}
        saving={saving}
        onChange={(level) => saveOrReport({ level })}
      />
    </>
  );
}
