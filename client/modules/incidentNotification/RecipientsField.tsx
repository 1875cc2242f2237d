import { ClipboardPaste, UsersRound, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../../shared/incidentNotification/schema.ts';
import { isTelephone } from '../../../shared/telephone.ts';
import { Banner, Button, chakra, Flex, IconButton, Tag, toast, useDialog, useFormat } from '../../ui/index.ts';
import { FieldFrame, useField, useFormContext, useWatch } from '../../ui/form/index.ts';
import { AddRecipient } from './AddRecipient.tsx';
import type { FormValues } from './formValues.ts';
import { useMailLimits } from './useMailLimits.ts';
import { isAddress, joinRecipients } from './parseRecipients.ts';
import { lazyScreen } from '../../ui/lazyScreen.tsx';

const PasteDialog = lazyScreen(() => import('./PasteDialog.tsx'));
const PersonnelDialog = lazyScreen(() => import('./PersonnelDialog.tsx'));
/** Rows rendered initially, and added by each press of the button. */
const PART = 20;

/**
 * Who is notified: added one by one, pasted from a spreadsheet, or (for the management) selected from the personnel.
 */
export function RecipientsField({ personnel }: { personnel: boolean }) {
  const { t } = useTranslation('incidentNotification');
  const { number } = useFormat();
  const channel = useWatch({ name: 'channel' }) as FormValues['channel'];
  const group = useWatch({ name: 'recipientGroup' }) as FormValues['recipientGroup'];
  const optional = channel === 'WEBSITE' || group === 'PUBLIC_MEDIA';
  const help = t(
    channel === 'EMAIL' ? 'recipients.help.EMAIL' : optional ? 'recipients.help.optional' : 'recipients.help.other',
  );
  const handle = useField<readonly Recipient[]>({ name: 'recipients', help });
  const form = useFormContext();
  const list = handle.value;
  const { limit, leftToday, limitedBy } = useMailLimits(channel, group, list.length);
  const paste = useDialog();
  const choose = useDialog();
  const [opened, setOpened] = useState<{ paste?: true; choose?: true }>({});

  const put = (next: readonly Recipient[]) => {
    handle.set(next);
    // Missing values are checked again on sending.
    form.clearErrors('recipients');
  };
  /** @returns whether there was room */
  const add = (more: readonly Recipient[]): boolean => {
    const { joined, duplicates, left } = joinRecipients(list, more, limit);
    put(joined);
    if (duplicates > 0) toast.info(t('recipients.duplicates', { count: duplicates, number: number(duplicates) }));
    if (left > 0) toast.error(t('recipients.room', { limit: number(limit) }));
    return left === 0;
  };
  const { id: _, ...control } = handle.control;
  return (
    <FieldFrame
      label={t('recipients.label')}
      help={help}
      required={!optional}
      handle={handle}
      group
      aside={
        <chakra.span textStyle="dense" color="muted" aria-live="polite" data-recipient-count="">
          {list.length === 0
            ? t('recipients.none')
            : t('recipients.count', { count: list.length, number: number(list.length) })}
        </chakra.span>
      }
    >
      <AddRecipient onAdd={add} control={control} channel={channel} />
      <Actions
        onPaste={() => {
          setOpened({ ...opened, paste: true });
          paste.show();
        }}
        {...(personnel && {
          onChoose: () => {
            setOpened({ ...opened, choose: true });
            choose.show();
          },
        })}
        {...(list.length > 1 && { onRemoveAll: () => put([]) })}
      />
      <Later count={list.length} leftToday={leftToday} limitedBy={limitedBy} />
      <RecipientList
        list={list}
        needsAddress={channel === 'EMAIL'}
        disabled={control.disabled}
        onRemove={(place) => put(list.filter((_one, index) => index !== place))}
      />
      <Suspense fallback={null}>
        {opened.paste && (
          <PasteDialog
            {...paste.props}
            needsAddress={channel === 'EMAIL'}
            room={limit - list.length}
            limit={limit}
            onAdd={add}
          />
        )}
        {opened.choose && <PersonnelDialog {...choose.props} chosen={list} onAdd={(one) => add([one])} />}
      </Suspense>
    </FieldFrame>
  );
}

/** Warns in advance that not all mails are sent today. */
function Later({
  count,
  leftToday,
  limitedBy,
}: { count: number } & Pick<ReturnType<typeof useMailLimits>, 'leftToday' | 'limitedBy'>) {
  const { t } = useTranslation('incidentNotification');
  const { number } = useFormat();
  if (count <= leftToday) return null;
  return (
    <Banner tone="warn" role="status">
      {t(`recipients.later.${limitedBy}`, {
        count: leftToday,
        now: number(leftToday),
        later: number(count - leftToday),
      })}
    </Banner>
  );
}

interface ActionsProps {
  onPaste: () => void;
  /** Selects from the personnel. */
  onChoose?: () => void;
  onRemoveAll?: () => void;
}

/** Actions for adding many recipients, and for removing all. */
function Actions({ onPaste, onChoose, onRemoveAll }: ActionsProps) {
  const { t } = useTranslation('incidentNotification');
  return (
    <Flex gap="2" wrap="wrap">
      <Button size="sm" icon={<ClipboardPaste aria-hidden />} onClick={onPaste}>
        {t('recipients.paste')}
      </Button>
      {onChoose && (
        <Button size="sm" icon={<UsersRound aria-hidden />} onClick={onChoose}>
          {t('recipients.personnel')}
        </Button>
      )}
      {onRemoveAll && (
        <Button size="sm" look="quiet" onClick={onRemoveAll}>
          {t('recipients.removeAll')}
        </Button>
      )}
    </Flex>
  );
}

interface RecipientListProps {
  list: readonly Recipient[];
  /** Whether a recipient without an address cannot be notified. */
  needsAddress: boolean;
  disabled: boolean;
  onRemove: (place: number) => void;
}

/** The recipients so far, rendered in parts. */
function RecipientList({ list, needsAddress, disabled, onRemove }: RecipientListProps) {
  const { t } = useTranslation('incidentNotification');
  const [visibleCount, setVisibleCount] = useState(PART);
  return (
    <>
      {list.length > 0 && (
        <chakra.ul listStyle="none" borderWidth="1px" borderRadius="control" aria-label={t('recipients.label')}>
          {list.slice(0, visibleCount).map((one, place) => (
            <chakra.li
              key={`${place}${one.email}${one.name}`}
              display="flex"
              alignItems="center"
              gap="2"
              ps="3"
              pe="1"
              minHeight="10"
              textStyle="dense"
              borderTopWidth="1px"
              _first={{ borderTopWidth: '0' }}
            >
              <chakra.span flex="1" minWidth="0" overflowWrap="anywhere">
                {[one.name, one.email, one.phone].filter(Boolean).join(' · ')}
              </chakra.span>
              <Wrong recipient={one} needed={needsAddress} />
              <IconButton
                size="sm"
                noTooltip
                disabled={disabled}
                label={t('recipients.remove', { name: one.name || one.email || one.phone })}
                icon={<X aria-hidden />}
                onClick={() => onRemove(place)}
              />
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {visibleCount < list.length && (
        <chakra.div>
          <Button size="sm" look="quiet" onClick={() => setVisibleCount(visibleCount + 5 * PART)}>
            {t('recipients.more', { number: Math.min(5 * PART, list.length - visibleCount) })}
          </Button>
        </chakra.div>
      )}
    </>
  );
}

/** Why a recipient cannot be written to. */
function Wrong({ recipient: { email, phone }, needed }: { recipient: Recipient; needed: boolean }) {
  const { t } = useTranslation('incidentNotification');
  if (phone !== '' && !isTelephone(phone)) return <Tag tone="warn">{t('recipients.badPhone')}</Tag>;
  if (email === '') return needed ? <Tag tone="warn">{t('recipients.noEmail')}</Tag> : null;
  return isAddress(email) ? null : <Tag tone="warn">{t('recipients.badEmail')}</Tag>;
}
