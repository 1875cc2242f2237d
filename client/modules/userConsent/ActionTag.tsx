import { CircleCheck, CircleMinus, CircleX, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';
import { Tag } from '../../ui/index.ts';

const LOOK = {
  ALL: { tone: 'ok', icon: CircleCheck },
  ACCEPT: { tone: 'info', icon: CircleMinus },
  NONE: { tone: 'neutral', icon: CircleX },
} as const;

/** The answer of a data subject; `changed`: it differs from the previous answer. */
export function ActionTag({ action, changed }: { action: ConsentAction; changed: boolean }) {
  const { t } = useTranslation('userConsent');
  const { tone, icon: Icon } = LOOK[action];
  return (
    <Tag tone={tone} icon={changed ? <RefreshCw aria-hidden /> : <Icon aria-hidden />}>
      {changed ? t('changedTo', { action: t(`action.${action}`) }) : t(`action.${action}`)}
    </Tag>
  );
}
