import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, chakra, Text, useFormat } from '../ui/index.ts';

export interface MissingCardProps {
  count: number;
  /** Texts of the record's namespace: `lead` says how many. */
  say: (key: 'title' | 'ready' | 'lead', values?: { number: string }) => string;
  /** The list, where something is missing. */
  children: ReactNode;
}

/** In the rail: what is missing before publishing, live. */
export function MissingCard({ count, say, children }: MissingCardProps) {
  const { number } = useFormat();
  return (
    <Card title={say('title')}>
      {count === 0 ? (
        <chakra.p display="flex" gap="2" alignItems="center" color="ok.text">
          <CircleCheck size={20} aria-hidden />
          {say('ready')}
        </chakra.p>
      ) : (
        <>
          <Text textStyle="dense" color="muted" mb="3">
            {say('lead', { number: number(count) })}
          </Text>
          {children}
        </>
      )}
    </Card>
  );
}
