import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner, Box, Button, useFormat } from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import type { RowActs } from './useRows.ts';

export function AddLineButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('dataMapping');
  return (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={onClick}>
      {t('addLine')}
    </Button>
  );
}

/** How many mapping entries cannot be saved yet, and one channel for all that have none. */
export function Gaps({ count, rows, onShow }: { count: number; rows: RowActs; onShow: () => void }) {
  const { t } = useTranslation('dataMapping');
  const { number } = useFormat();
  const withoutChannel = rows.all.filter(({ channelId }) => !channelId).length;
  return (
    <Banner
      tone="warn"
      title={t('gaps.title', { count, number: number(count) })}
      action={
        <Button size="sm" onClick={onShow}>
          {t('gaps.show')}
        </Button>
      }
    >
      <Box>{t('gaps.lead')}</Box>
      {withoutChannel > 1 && (
        <NativeSelect
          dense
          width="auto"
          maxWidth="full"
          mt="1.5"
          aria-label={t('gaps.channelForAll')}
          value=""
          onChange={(event) => {
            const channelId = event.target.value;
            rows.change((all) => all.map((row) => (row.channelId ? row : { ...row, channelId })));
          }}
        >
          <option value="" disabled>
            {t('gaps.channelForAll')}
          </option>
          {rows.acts.channels.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Banner>
  );
}
