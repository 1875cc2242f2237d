import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { HeadingLevel } from './headingLevel.ts';
import { Heading } from './layout.tsx';

const Shell = chakra(
  'section',
  { base: { bg: 'surface', borderWidth: '1px', borderColor: 'line', borderRadius: 'card', minWidth: '0' } },
  { defaultProps: { 'data-card': '' } },
);

export interface CardProps extends Omit<ComponentProps<typeof Shell>, 'title'> {
  title?: ReactNode;
  /** After the title, at the end of its line. */
  actions?: ReactNode;
  /** Content extends to the edges, for tables and lists. */
  flush?: boolean;
  children?: ReactNode;
}

/**
 * A framed block with an optional title.
 * @example <Card title={t('history')} actions={<Button size="sm">…</Button>}>…</Card>
 */
export function Card({ title, actions, flush = false, children, ...rest }: CardProps) {
  const id = useId();
  return (
    <Shell {...(title && { 'aria-labelledby': id })} {...rest}>
      {(title || actions) && (
        <chakra.header
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="3"
          px={{ base: '4', md: '5' }}
          py="3"
          borderBottomWidth="1px"
        >
          {title && (
            <Heading id={id} flex="1" minWidth="min(100%, 7rem)">
              {title}
            </Heading>
          )}
          {actions}
        </chakra.header>
      )}
      <HeadingLevel value={title ? 3 : 2}>
        {flush ? children : <chakra.div p={{ base: '4', md: '5' }}>{children}</chakra.div>}
      </HeadingLevel>
    </Shell>
  );
}
