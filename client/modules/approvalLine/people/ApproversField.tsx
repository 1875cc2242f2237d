import { Lock } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { APPROVERS_LIMIT } from '../../../../shared/approvalLine/schema.ts';
import { chakra, Tag, Text, VisuallyHidden } from '../../../ui/index.ts';
import { FieldFrame, type FieldProps, OrderableList, useField } from '../../../ui/form/index.ts';
import { PersonPicker } from './PersonPicker.tsx';
import { type Person, usePeople } from './usePeople.ts';

interface ApproversFieldProps extends FieldProps {
  /** Number of approvers at the start who have approved: they keep their places. */
  fixed?: number;
  /** Names of people who may no longer be in the list. */
  known?: readonly Person[];
}

const NOBODY: readonly Person[] = [];

/**
 * Approvers in the order in which they are asked: moved by dragging or by buttons, at most 10. The value is their ids.
 */
export function ApproversField({ fixed = 0, known = NOBODY, ...field }: ApproversFieldProps) {
  const { t } = useTranslation('approvalLine');
  const handle = useField<readonly string[] | undefined>(field);
  const { all } = usePeople(known);
  const pickerLabel = useId();
  const ids = handle.value ?? [];
  const settled = ids.slice(0, fixed);
  const open = ids.slice(fixed);
  const nameOf = (id: string) => all.get(id)?.name ?? t('person.unknown');
  const full = ids.length >= APPROVERS_LIMIT;
  const { id: _, ...control } = handle.control;
  return (
    <FieldFrame
      {...field}
      handle={handle}
      group
      aside={
        <chakra.span textStyle="small" color="muted" data-numeric="">{`${ids.length}/${APPROVERS_LIMIT}`}</chakra.span>
      }
    >
      {settled.length > 0 && (
        <chakra.ol listStyle="none" display="grid" gap="2">
          {settled.map((id, index) => (
            <chakra.li
              key={id}
              display="flex"
              alignItems="center"
              gap="2"
              px="3"
              py="2"
              bg="subtle"
              borderRadius="card"
            >
              <chakra.span color="muted">
                <Lock size={16} aria-hidden />
              </chakra.span>
              <chakra.span flex="1">
                <Numbered position={index + 1}>{nameOf(id)}</Numbered>
              </chakra.span>
              <Tag tone="ok">{t('manage.fixed')}</Tag>
            </chakra.li>
          ))}
        </chakra.ol>
      )}
      {ids.length === 0 && <Text color="muted">{t('create.noApprovers')}</Text>}
      <OrderableList
        label={String(field.label)}
        items={open}
        itemKey={(id) => id}
        itemName={nameOf}
        disabled={handle.control.disabled}
        onChange={(next) => handle.set([...settled, ...next])}
      >
        {(id, index) => <Numbered position={fixed + index + 1}>{nameOf(id)}</Numbered>}
      </OrderableList>
      {full ? (
        <Text textStyle="dense" color="muted">
          {t('create.full')}
        </Text>
      ) : (
        <>
          <VisuallyHidden>
            <label id={pickerLabel} htmlFor={`${pickerLabel}input`}>
              {t('create.addApprover')}
            </label>
          </VisuallyHidden>
          <PersonPicker
            control={{ ...control, id: `${pickerLabel}input` }}
            labelId={pickerLabel}
            without={ids}
            chosen={null}
            placeholder={t('create.addPlaceholder')}
            onChosen={(id) => id && handle.set([...ids, id])}
            onBlur={handle.blur}
          />
        </>
      )}
    </FieldFrame>
  );
}

function Numbered({ position, children }: { position: number; children: string }) {
  return (
    <chakra.span display="flex" gap="2" overflowWrap="anywhere">
      <chakra.span color="muted" data-numeric="">{`${position}.`}</chakra.span>
      <span>{children}</span>
    </chakra.span>
  );
}
