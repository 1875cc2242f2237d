import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { css as serialize } from '@emotion/react';
import { expect, test } from 'vitest';
import { withStyleCache } from '../../client/styleCache.ts';

const plain = createSystem(defaultBaseConfig);
const cached = withStyleCache(plain);
const button = {
  base: { color: 'red', _hover: { color: 'blue' } },
  variants: { size: { small: { padding: '4px' }, large: { padding: '8px' } } },
};
const added = [{ margin: { base: '1px', md: '2px' } }, { color: 'green', _hover: undefined }];

const serialized = (styles: object) => {
  const { name, styles: text } = serialize(styles as Parameters<typeof serialize>[0]);
  return { name, styles: text };
};

test('a cached style equals the one that the design system builds, serialized as Emotion does it', () => {
  for (const variants of [{}, { size: 'small' }, { size: 'large' }] as const)
    expect(cached.css(cached.cva(button)(variants) as object, ...added)).toMatchObject(
      serialized(plain.css(plain.cva(button)(variants) as object, ...added)),
    );
  expect(cached.css(undefined, ...added)).toMatchObject(serialized(plain.css({}, ...added)));
});

test('what is rendered again is not built again, and nothing is mistaken for another', () => {
  const recipe = cached.cva(button);
  expect(cached.cva(button)).toBe(recipe);
  expect(recipe({ size: 'small' })).toBe(recipe({ size: 'small' }));
  expect(recipe({ size: 'small' })).not.toEqual(recipe({ size: 'large' }));
  const base = recipe({ size: 'small' }) as object;
  const style = cached.css(base, { color: 'green' });
  expect(cached.css(base, { color: 'green' })).toBe(style);
  expect(cached.css(base, { color: 'black' })).not.toEqual(style);
  expect(cached.css(recipe({ size: 'large' }) as object, { color: 'green' })).not.toEqual(style);
});

test('a recipe extending another is merged once, and has the variants of both', () => {
  const over = cached.cva({ variants: { wide: { true: { width: '100%' } } } });
  const merge = cached.cva(button).merge as (other: unknown) => typeof over;
  expect(merge(over)).toBe(merge(over));
  expect(merge(over).variantKeys).toEqual(['size', 'wide']);
  expect(merge(over)({ wide: true })).toEqual(
    (plain.cva(button).merge as typeof merge)(plain.cva(over.config))({ wide: true }),
  );
});

test('a name is a style or an attribute as defined by the design system', () => {
  for (const name of ['color', '_hover', 'css', 'aria-label', 'mx', 'onClick'])
    expect([cached.isValidProperty(name), cached.isValidProperty(name)]).toEqual([
      plain.isValidProperty(name),
      plain.isValidProperty(name),
    ]);
});
