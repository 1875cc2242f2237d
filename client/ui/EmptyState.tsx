import { chakra } from '@chakra-ui/react';
import { Inbox } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { HeadingLevel } from './headingLevel.ts';
import { Heading } from './layout.tsx';
import { phrases } from './phrases.tsx';

export interface EmptyStateProps {
  /** What is missing. */
  title: string;
  /** The purpose of this place. */
  body?: ReactNode;
  /** The next action: a button or link. */
  action?: ReactNode;
  /** An example of future content. */
  sample?: ReactNode;
  icon?: ReactNode;
}

/**
 * An empty list or page: states its purpose and offers the next action.
 * @example <EmptyState title={t('empty.title')} body={t('empty.body')} action={<LinkButton look="main"
 * href="/consent/new">…</LinkButton>} />
 */
export function EmptyState({ title, body, action, sample, icon }: EmptyStateProps) {
  const level = useContext(HeadingLevel);
  return (
    <chakra.div display="grid" justifyItems="center" gap="2" px="4" py="10" textAlign="center">
      <chakra.div color="muted" bg="subtle" borderRadius="full" p="3" mb="1" css={{ '& svg': { display: 'block' } }}>
        {icon ?? <Inbox size={24} aria-hidden />}
      </chakra.div>
      <Heading as={`h${level}`}>{phrases(title)}</Heading>
      {body && (
        <chakra.div color="muted" maxWidth="28rem" textWrap="balance">
          {phrases(body)}
        </chakra.div>
      )}
      {sample && <chakra.div mt="2">{sample}</chakra.div>}
      {action && <chakra.div mt="3">{action}</chakra.div>}
    </chakra.div>
  );
}
