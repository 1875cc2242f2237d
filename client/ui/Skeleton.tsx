import { chakra } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { arrivingName } from './arrivingName.ts';
import { VisuallyHidden } from './layout.tsx';
import { phrases } from './phrases.tsx';

const appearAfterMs = 150;

/** One grey bar in the shape of the future content. `<Skeleton width="12rem" />` */
export const Skeleton = chakra('span', {
  base: {
    display: 'block',
    height: '1em',
    my: '0.3em',
    borderRadius: '4px',
    bg: 'subtle',
    animation: 'breathe 1.6s ease-in-out infinite',
  },
});

/**
 * Delays its children for 150 ms, so that quick answers never flash a skeleton, and announces loading to screen
 * readers.
 * @example <Waiting><Skeleton width="60%" /></Waiting>
 */
export function Waiting({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui');
  const visible = useAfterDelay(appearAfterMs);
  return (
    <chakra.div aria-busy="true" visibility={visible ? 'visible' : 'hidden'}>
      {visible && <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>}
      <div aria-hidden>{children}</div>
    </chakra.div>
  );
}

/** True once `ms` have passed since mounting. */
export function useAfterDelay(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}

/** Placeholder for lines of text. `<SkeletonText lines={3} />` */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <Waiting>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={index === lines - 1 && lines > 1 ? '60%' : 'full'} />
      ))}
    </Waiting>
  );
}

/**
 * Placeholder for a detail page: header, tabs, a card and the rail, with the record's name where a list row passed it
 * on.
 */
export function SkeletonPage() {
  const [name] = useState(arrivingName);
  return (
    <>
      {name && (
        <chakra.h1 textStyle="display" overflowWrap="anywhere">
          {phrases(name)}
        </chakra.h1>
      )}
      <SkeletonBelow heading={name === undefined} />
    </>
  );
}

function SkeletonBelow({ heading }: { heading: boolean }) {
  return (
    <Waiting>
      {heading && <Skeleton height="2rem" width="min(24rem, 70%)" />}
      <Skeleton width="min(14rem, 50%)" mb="8" />
      <chakra.div display="grid" gap="5" gridTemplateColumns={{ base: '1fr', lg: '1fr minmax(280px, 400px)' }}>
        {[8, 4].map((lines) => (
          <chakra.div key={lines} bg="surface" borderWidth="1px" borderRadius="card" p="5">
            {Array.from({ length: lines }, (_, index) => (
              <Skeleton key={index} mb="3" width={index % 3 === 2 ? '55%' : 'full'} />
            ))}
          </chakra.div>
        ))}
      </chakra.div>
    </Waiting>
  );
}
