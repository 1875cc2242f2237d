import { Plus, TriangleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../../shared/registry/entities.ts';
import { CONSENT_SIGNALS, type ConsentDraft, type ConsentSignal } from '../../../../shared/consent/schema.ts';
import { Button, chakra, Link, Text, useFormat } from '../../../ui/index.ts';
import { CheckboxInput, FieldFrame, OrderableList, useField } from '../../../ui/form/index.ts';
import { usePurposeNames } from '../purposeNames.tsx';
import { lazyScreen } from '../../../ui/lazyScreen.tsx';

const ChoosePurposes = lazyScreen(() => import('./ChoosePurposes.tsx'));
type Chosen = ConsentDraft['purposes'][number];

/** The purposes of the form in order, each with its Google signals. */
export function PurposesField({ consentId }: { consentId: string }) {
  const { t } = useTranslation('consent');
  const { text } = useFormat();
  const names = usePurposeNames();
  const handle = useField<Chosen[]>({ name: 'purposes' });
  const [choosing, setChoosing] = useState<'not yet' | 'open' | 'closed'>('not yet');
  const chosen = handle.value ?? [];
  const { disabled } = handle.control;
  const nameOf = (id: string) => text(names.get(id)?.title) || t('purpose.unknown');
  return (
    <FieldFrame label={t('field.purposes')} required handle={handle} group>
      {chosen.length === 0 && <Text color="muted">{t('purpose.none')}</Text>}
      <OrderableList
        label={t('field.purposes')}
        items={chosen}
        itemKey={(one) => one.purposeId}
        itemName={(one) => nameOf(one.purposeId)}
        disabled={disabled}
        onChange={handle.set}
      >
        {(one, index) => {
          const known = names.get(one.purposeId);
          return (
            <chakra.div display="grid" gap="1" minWidth="0">
              <chakra.div overflowWrap="anywhere">
                {index + 1}. <Link href={recordAddress('purpose', one.purposeId)}>{nameOf(one.purposeId)}</Link>
              </chakra.div>
              {known && text(known.description) && (
                <chakra.div textStyle="dense" color="muted" lineClamp={2}>
                  {text(known.description)}
                </chakra.div>
              )}
              {known && !known.lawful && (
                <chakra.div display="flex" gap="1.5" alignItems="center" textStyle="dense" color="warn.text">
                  <TriangleAlert size={16} aria-hidden style={{ flexShrink: 0 }} />
                  {t('purpose.notLawful')}
                </chakra.div>
              )}
              <Signals
                chosen={one.signals}
                disabled={disabled}
                label={nameOf(one.purposeId)}
                onChange={(signals) =>
                  handle.set(chosen.map((other) => (other.purposeId === one.purposeId ? { ...other, signals } : other)))
                }
              />
            </chakra.div>
          );
        }}
      </OrderableList>
      {!disabled && (
        <div>
          <Button icon={<Plus aria-hidden />} onClick={() => setChoosing('open')}>
            {t('purpose.choose')}
          </Button>
        </div>
      )}
      {choosing !== 'not yet' && (
        <Suspense fallback={null}>
          <ChoosePurposes
            open={choosing === 'open'}
            consentId={consentId}
            chosen={chosen.map((one) => one.purposeId)}
            onClose={() => setChoosing('closed')}
            onChosen={(ids) =>
              handle.set([
                ...chosen.filter((one) => ids.includes(one.purposeId)),
                ...ids
                  .filter((id) => chosen.every((one) => one.purposeId !== id))
                  .map((purposeId) => ({ purposeId, signals: [] })),
              ])
            }
          />
        </Suspense>
      )}
    </FieldFrame>
  );
}

/** Google Consent Mode: the signals of a purpose. Collapsed, since most forms need none. */
function Signals({
  chosen,
  disabled,
  label,
  onChange,
}: {
  chosen: readonly ConsentSignal[];
  disabled: boolean;
  label: string;
  onChange: (signals: ConsentSignal[]) => void;
}) {
  const { t } = useTranslation('consent');
  return (
    <chakra.details textStyle="dense">
      <chakra.summary cursor="pointer" color="muted" borderRadius="control" py="0.5">
        {t('purpose.signals', { list: chosen.length > 0 ? chosen.join(', ') : t('purpose.noSignals') })}
      </chakra.summary>
      <Text textStyle="dense" color="muted" my="1.5">
        {t('purpose.signalsHelp')}
      </Text>
      <chakra.div
        role="group"
        aria-label={`${t('field.signals')}: ${label}`}
        display="grid"
        gap="1.5"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
      >
        {CONSENT_SIGNALS.map((signal) => (
          <chakra.label key={signal} display="flex" gap="2" alignItems="flex-start" cursor="pointer">
            <CheckboxInput
              type="checkbox"
              disabled={disabled}
              checked={chosen.includes(signal)}
              onChange={(event) =>
                onChange(
                  CONSENT_SIGNALS.filter((one) => (one === signal ? event.target.checked : chosen.includes(one))),
                )
              }
            />
            <chakra.span minWidth="0">
              <chakra.code overflowWrap="anywhere">{signal}</chakra.code>
              <chakra.span display="block" color="muted">
                {t(`signal.${signal}`)}
              </chakra.span>
            </chakra.span>
          </chakra.label>
        ))}
      </chakra.div>
    </chakra.details>
  );
}
