import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ApplicationDetail } from '../../../shared/application/schema.ts';
import type { CompletenessItem, MissingField } from '../../../shared/completeness/schema.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { useCan } from '../../shell/session.tsx';
import { Card, chakra, GlowOnChange, Link, Tag, Text, useFormat } from '../../ui/index.ts';
import { focusField } from '../../records/fieldFocus.tsx';
import { ScoreRing } from './Score.tsx';

/** Who can fill in missing items there. */
const NEEDS = {
  application: 'ropa.write',
  dataMapping: 'ropa.write',
  purpose: 'ropa.write',
  dataController: 'organization.write',
  personnel: 'organization.write',
} as const satisfies Record<MissingField['place'], Permission>;

/** Where a missing field can be filled in. */
function addressOf({ place, id, field }: MissingField, applicationId: string): string {
  if (place === 'dataMapping') return recordAddress('application', applicationId, { tab: 'data-mapping', purpose: id });
  if (place === 'purpose') return recordAddress('purpose', id!, { field });
  if (place === 'dataController') return pageAddress('dataControllers', { edit: id });
  if (place === 'personnel') return pageAddress('personnel');
  return recordAddress('application', applicationId, { field });
}

/** The items of section 39, or 40, that the record has; missing ones link to their field. */
export function CompletenessCard({ record }: { record: ApplicationDetail }) {
  const { t } = useTranslation('completeness');
  const { number } = useFormat();
  const { completenessItems: items, completeness, processingRole } = record;
  const complete = items.filter((item) => item.complete).length;
  return (
    // Focusable, so that its address (`?field=completeness`) leads here.
    <Card title={t('title')} data-field="completeness" tabIndex={-1} outline="none" scrollMarginTop="20">
      <chakra.div display="flex" gap="4" alignItems="center" mb="4">
        <ScoreRing percent={completeness} />
        <chakra.div minWidth="0">
          <GlowOnChange value={complete}>
            <chakra.span fontWeight="semibold">
              {t(complete === items.length ? 'allComplete' : 'score', {
                complete: number(complete),
                total: number(items.length),
              })}
            </chakra.span>
          </GlowOnChange>
          <Text textStyle="small" color="muted">
            {t(processingRole === 'controller' ? 'leadController' : 'leadProcessor')}
          </Text>
        </chakra.div>
      </chakra.div>
      <chakra.ol listStyle="none" display="grid" gap="0" borderTopWidth="1px">
        {items.map((item, index) => (
          <Item key={item.item} item={item} number={index + 1} applicationId={record.id} />
        ))}
      </chakra.ol>
    </Card>
  );
}

function Item({ item, number, applicationId }: { item: CompletenessItem; number: number; applicationId: string }) {
  const { t } = useTranslation('completeness');
  const format = useFormat();
  return (
    <chakra.li
      py="2.5"
      borderBottomWidth="1px"
      _last={{ borderBottomWidth: '0', pb: '0' }}
      textStyle="dense"
      data-item={item.item}
      {...(item.complete && { 'data-complete': '' })}
    >
      <chakra.div display="flex" gap="2" alignItems="flex-start">
        <chakra.span color="muted" data-numeric="" whiteSpace="nowrap">
          {t('itemNumber', { number: format.number(number) })}
        </chakra.span>
        <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
          {t(`item.${item.item}`)}
        </chakra.span>
        {item.complete ? (
          <Tag tone="ok" icon={<CircleCheck aria-hidden />}>
            {t('complete')}
          </Tag>
        ) : (
          <Tag tone="warn" icon={<CircleDashed aria-hidden />}>
            {t('missing', { number: format.number(item.missing.length) })}
          </Tag>
        )}
      </chakra.div>
      {item.item === 'refusals' && <RefusalsRecorded applicationId={applicationId} />}
      {item.missing.length > 0 && (
        <chakra.ul listStyle="none" display="grid" gap="1" mt="1" ps="6">
          {item.missing.map((missing) => (
            <Missing
              key={`${missing.place}.${missing.id ?? ''}.${missing.field ?? ''}`}
              missing={missing}
              applicationId={applicationId}
            />
          ))}
        </chakra.ul>
      )}
    </chakra.li>
  );
}

/** A link to the refusals of closed requests, for those who can read them. */
function RefusalsRecorded({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation('completeness');
  if (!useCan('request.read')) return null;
  return (
    <Text textStyle="small" color="muted" mt="1" ps="6">
      {t('refusalsRecorded')} <Link href={pageAddress('requestRefusals', { applicationId })}>{t('openRefusals')}</Link>
    </Text>
  );
}

const FIELDS = [
  'purposeIds',
  'description',
  'piiCategoryIds',
  'lawfulBases',
  'retention',
  'storageSystemIds',
  'thirdParties',
  'securityMeasureIds',
  'accessMeans',
  'refusalStatus',
  'refusalNote',
  'onBehalfName',
  'onBehalfContact',
] as const;
const isNamed = (field: string | undefined): field is (typeof FIELDS)[number] => FIELDS.some((one) => one === field);

function Missing({ missing, applicationId }: { missing: MissingField; applicationId: string }) {
  const { t } = useTranslation('completeness');
  const { text } = useFormat();
  const may = useCan(NEEDS[missing.place]);
  const { place, field } = missing;
  const key =
    (place === 'dataMapping' && !field) || place === 'dataController' || place === 'personnel'
      ? place
      : isNamed(field)
        ? field
        : 'other';
  const name = t(`field.${key}`, { name: text(missing.name) });
  if (!may) {
    return (
      <chakra.li color="muted">
        {name}
        <chakra.span display="block" textStyle="small">
          {t('askOther')}
        </chakra.span>
      </chakra.li>
    );
  }
  return (
    <chakra.li display="flex" gap="2" alignItems="baseline">
      <chakra.span flex="1" minWidth="0" color="muted" overflowWrap="anywhere">
        {name}
      </chakra.span>
      <Link
        href={addressOf(missing, applicationId)}
        aria-label={t('fillOf', { name })}
        whiteSpace="nowrap"
        display="inline-flex"
        alignItems="center"
        gap="1"
        // The address may be the current one.
        onClick={() => place === 'application' && field && setTimeout(() => focusField([field]), 50)}
      >
        {t('fill')}
        <ArrowRight size={14} aria-hidden />
      </Link>
    </chakra.li>
  );
}
