import { useTranslation } from 'react-i18next';
import type { Incident } from '../../../shared/incident/schema.ts';
import { missingOf } from '../../../shared/incident/status.ts';
import { Banner, LinkButton } from '../../ui/index.ts';
import { incidentHref } from './address.ts';

/** Lists the fields that the report lacks for the adjacent step; renders nothing if it is complete. */
export function Incomplete({ record }: { record: Incident }) {
  const { t } = useTranslation('incident');
  const missing = missingOf(record);
  if (missing.length === 0) return null;
  return (
    <Banner
      tone="warn"
      action={
        <LinkButton size="sm" href={`${incidentHref(record.id)}?edit=1`}>
          {t('action.edit')}
        </LinkButton>
      }
    >
      {t('missing.lead')} {missing.map((field) => t(`missing.${field}`)).join(', ')}
    </Banner>
  );
}
