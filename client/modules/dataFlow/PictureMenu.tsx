import { ImageDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawn, DrawingWords } from '../../../shared/dataFlow/drawing.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import { useCountryName } from '../../shell/countries.ts';
import { Button, Menu, toast, useFormat } from '../../ui/index.ts';

interface PictureMenuProps {
  graph: Drawn;
  places: Places;
  /** The filters in words. */
  filters: readonly string[];
  /** The node whose path alone is drawn. */
  focused: string | undefined;
  /** That not all flows are drawn, in words. */
  cut: string | undefined;
  /** When the server answered with the graph. */
  asOf: number;
}

/** Downloads the displayed diagram, as a picture. */
export function PictureMenu({ graph, places, filters, focused, cut, asOf }: PictureMenuProps) {
  const { t } = useTranslation('dataFlow');
  const { number, text, dateTime, locale } = useFormat();
  const countryName = useCountryName();
  const [busy, setBusy] = useState(false);
  const focusName = graph.nodes.find(({ key }) => key === focused)?.name;
  const words = (): DrawingWords => ({
    locale,
    title: t('title'),
    subtitle: [
      ...filters,
      ...(focusName ? [t('focus.on', { name: text(focusName) })] : []),
      ...(cut ? [cut] : []),
      t('export.asOf', { time: dateTime(asOf) }),
    ],
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
