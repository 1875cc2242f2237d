import { ImageDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawn, DrawingWords } from '../../../shared/dataFlow/drawing.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { useCountryName } from '../../shell/countries.ts';
import { Button, Menu, toast, useFormat } from '../../ui/index.ts';

/** Downloads the displayed diagram, as a picture. */
export function PictureMenu({ graph, places, filters }: { graph: Drawn; places: Places; filters: readonly string[] }) {
  const { t } = useTranslation('dataFlow');
  const { number, dateTime, locale } = useFormat();
  const countryName = useCountryName();
  const [busy, setBusy] = useState(false);
  const words = (): DrawingWords => ({
    locale,
    title: t('title'),
    subtitle: [...filters, t('export.asOf', { time: dateTime(new Date()) })],
    lanes: {
      subject: t('lane.subject'),
      channel: t('lane.channel'),
      application: t('lane.application'),
      purpose: t('lane.purpose'),
      storage: t('lane.storage'),
      recipient: t('lane.recipient'),
    },
    country: countryName,
    internal: t('internalBand'),
    uses: (uses) => t('usesShort', { count: uses, number: number(uses) }),
    sensitiveUses: (uses) => t('sensitiveUses', { number: number(uses) }),
    legend: { plain: t('plain'), sensitive: t('sensitive'), crossBorder: t('crossBorder'), both: t('both') },
  });
  const save = async (kind: 'png' | 'svg') => {
    setBusy(true);
    try {
      const { pngFile, svgFile } = await import('./picture.ts');
      const file = await (kind === 'png' ? pngFile : svgFile)(graph, places, words());
      const link = document.createElement('a');
      link.href = URL.createObjectURL(file);
      link.download = `${t('export.fileName')}.${kind}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      toast.success(t('export.done'));
    } catch {
      toast.error(t('export.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t('export.label')}
      items={(['png', 'svg'] as const).map((kind) => ({
        key: kind,
        label: t(`export.${kind}`),
        onSelect: () => void save(kind),
      }))}
      trigger={(trigger) => (
        <Button icon={<ImageDown aria-hidden />} loading={busy} {...trigger}>
          {t('export.label')}
        </Button>
      )}
    />
  );
}
