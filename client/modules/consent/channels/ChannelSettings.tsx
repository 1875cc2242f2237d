import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { AllowedOrigins } from '../../../embedScreen/AllowedOrigins.tsx';
import { ChannelsCard } from '../../../embedScreen/ChannelsCard.tsx';
import { useFormSettings } from '../../../embedScreen/useFormSettings.ts';
import { useCan, useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { LevelSettings } from './LevelSettings.tsx';

const CHANNELS = ['web', 'api', 'mobile'] as const;

function useSettings({ id, rowVersion, settings }: Consent) {
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const update = trpc.consent.settings.update.useMutation();
  return useFormSettings(settings, async (next) => {
    try {
      const { hasSecret, rowVersion: stored, ...saved } = await update.mutateAsync({ ws, id, rowVersion, ...next });
      cache.consent.get.setData(
        { ws, id },
        (record) => record && { ...record, settings: saved, hasSecret, rowVersion: stored },
      );
    } finally {
      void cache.consent.invalidate();
    }
  });
}

/** Open channels, permitted sites, and the identification of data subjects. Each change is saved immediately. */
export function ChannelSettings({ form }: { form: Consent }) {
  const { t } = useTranslation('consentGuide');
  const mayWrite = useCan('consent.write');
  const { effective, saving, save, saveOrReport } = useSettings(form);
  const disabled = !mayWrite || saving;
  return (
    <>
      <ChannelsCard
        channels={CHANNELS.map((key) => ({ key, label: t(`channels.${key}`), help: t(`channels.${key}Help`) }))}
        open={effective.channels}
        disabled={disabled}
        onChange={(channels) => void saveOrReport({ channels })}
      />
      <AllowedOrigins
        origins={effective.allowedOrigins}
        disabled={disabled}
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
