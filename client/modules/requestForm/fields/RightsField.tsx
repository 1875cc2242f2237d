import { Plus, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../../shared/registry/addresses.ts';
import type { RequestFormDraft } from '../../../../shared/requestForm/schema.ts';
import { FieldFrame, Input, OrderableList, useField } from '../../../ui/form/index.ts';
import { Banner, Button, chakra, Flex, LinkButton, Text, useFormat } from '../../../ui/index.ts';
import { lazyScreen } from '../../../ui/lazyScreen.tsx';
import { useRights } from '../rights.tsx';
import { RightOptions } from './RightOptions.tsx';

const ChooseRights = lazyScreen(() => import('./ChooseRights.tsx'));
export type OfferedRight = RequestFormDraft['rightRequests'][number];

/** The rights offered by the form, in order, each with its fee and its options. */
export function RightsField() {
  const { t } = useTranslation('requestForm');
  const { text, number } = useFormat();
  const rights = useRights();
  const handle = useField<OfferedRight[] | undefined>({ name: 'rightRequests' });
  const [choosing, setChoosing] = useState<'not yet' | 'open' | 'closed'>('not yet');
  const chosen = handle.value ?? [];
  const { disabled } = handle.control;
  const change = (changed: OfferedRight) =>
    handle.set(chosen.map((one) => (one.rightRequestId === changed.rightRequestId ? changed : one)));
  return (
    <FieldFrame label={t('field.rights')} required handle={handle} group>
      <Banner tone="info" title={t('right.feeTitle')}>
        {t('right.feeLaw')}
      </Banner>
      {chosen.length === 0 && <Text color="muted">{t('right.none')}</Text>}
      <OrderableList
        label={t('field.rights')}
        items={chosen}
        itemKey={(one) => one.rightRequestId}
        itemName={(one) => text(rights.of(one.rightRequestId).name)}
        disabled={disabled}
        onChange={handle.set}
      >
        {(one, index) => (
          <Offered right={one} index={index} disabled={disabled} onChange={change} path={`rightRequests.${index}`} />
        )}
      </OrderableList>
      <Flex wrap="wrap" gap="2">
        <Button icon={<Plus aria-hidden />} disabled={disabled} onClick={() => setChoosing('open')}>
          {t('right.choose')}
        </Button>
        <LinkButton look="quiet" href={pageAddress('dataRights')}>
          {t('toRights')}
        </LinkButton>
      </Flex>
      {chosen.some(({ fee }) => fee > 0) && <Banner tone="warn">{t('right.feeOwn')}</Banner>}
      {choosing !== 'not yet' && (
        <Suspense fallback={null}>
          <ChooseRights
            open={choosing === 'open'}
            chosen={chosen.map((one) => one.rightRequestId)}
            labelOf={(count) => t('right.use', { number: number(count) })}
            onClose={() => setChoosing('closed')}
            onChosen={(ids) =>
              handle.set([
                ...chosen.filter((one) => ids.includes(one.rightRequestId)),
                ...ids
                  .filter((id) => chosen.every((one) => one.rightRequestId !== id))
                  .map((rightRequestId) => ({ rightRequestId, customRequests: [], fee: 0 })),
              ])
            }
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}

interface OfferedProps {
  right: OfferedRight;
  index: number;
  /** Path of the right in the form values. */
  path: string;
  disabled: boolean;
  onChange: (right: OfferedRight) => void;
}

function Offered({ right, index, path, disabled, onChange }: OfferedProps) {
  const { t } = useTranslation('requestForm');
  const { text, number } = useFormat();
  const rights = useRights();
  const { name, description, days } = rights.of(right.rightRequestId);
  return (
    <chakra.div display="grid" gap="2" minWidth="0" data-field={path}>
      <chakra.div overflowWrap="anywhere">
        {index + 1}. <strong>{text(name)}</strong>{' '}
        <chakra.span color="muted" textStyle="dense" whiteSpace="nowrap">
          {t('right.days', { count: days, number: number(days) })}
        </chakra.span>
      </chakra.div>
      <chakra.div textStyle="dense" color="muted" lineClamp={2}>
        {text(description)}
      </chakra.div>
      {!rights.isOffered(right.rightRequestId) && (
        <chakra.div display="flex" gap="1.5" alignItems="center" textStyle="dense" color="warn.text">
          <TriangleAlert size={16} aria-hidden style={{ flexShrink: 0 }} />
          {t('right.notOffered')}
        </chakra.div>
      )}
      <chakra.label display="flex" flexWrap="wrap" alignItems="center" gap="2" textStyle="dense">
        {t('right.fee')}
        <chakra.span width="28">
          <Input
            dense
            inputMode="numeric"
            maxLength={7}
            name={`${path}.fee`}
            aria-label={t('right.feeOf', { name: text(name) })}
            value={String(right.fee)}
            disabled={disabled}
            onChange={(event) => onChange({ ...right, fee: Number(event.target.value.replace(/\D/g, '')) })}
          />
        </chakra.span>
      </chakra.label>
      <RightOptions
        name={text(name)}
        path={`${path}.customRequests`}
        options={right.customRequests}
        disabled={disabled}
        onChange={(customRequests) => onChange({ ...right, customRequests })}
      />
    </chakra.div>
  );
}
