import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/index.ts';

/** Marks section 26 data, by icon and word. */
export function SensitiveTag() {
  const { t } = useTranslation('piiCategory');
  return (
    <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
      {t('sensitive')}
    </Tag>
  );
}
