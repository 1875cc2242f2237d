import { chakra, Flex } from '@chakra-ui/react';
import { ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { useFormat } from '../useFormat.ts';

export interface ColumnHeadProps {
  name: string;
  /** Null where they are not counted. */
  total: number | null;
  /** New cards that wait. */
  pending: number;
  /** How many those are, as text: "3 new". */
  pendingText: string;
  onShow: () => void;
}

/**
 * The head of a board's column: its name, how many stand in it, and the new ones that wait. The button of those keeps
 * its room while nothing waits: the cards below it must not move when it appears.
 */
export function ColumnHead({ name, total, pending, pendingText, onShow }: ColumnHeadProps) {
  const { t } = useTranslation('ui');
  const { number } = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <chakra.div px="1" pb="2">
      <chakra.h2 ref={heading} tabIndex={-1} textStyle="dense" fontWeight="semibold">
        {name}
      </chakra.h2>
      <Flex alignItems="center" justifyContent="space-between" gap="2">
        <chakra.span textStyle="small" color="muted" data-numeric="">
          {total !== null && number(total)}
        </chakra.span>
        <chakra.span role="status">
          <Button
            size="sm"
            look="quiet"
            px="2"
            bg="live.soft"
            color="live.text"
            icon={<ArrowUp aria-hidden />}
            aria-label={`${pendingText} ${t('table.showPending')}`}
            onClick={() => {
              onShow();
              // The button is hidden now.
              heading.current?.focus({ preventScroll: true });
            }}
            visibility={pending === 0 ? 'hidden' : 'visible'}
          >
            {pendingText}
          </Button>
        </chakra.span>
      </Flex>
    </chakra.div>
  );
}
