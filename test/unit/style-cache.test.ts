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

test('a cached style has what the design system builds: the recipe underneath, without a layer, then what the element adds', () => {
  for (const variants of [{}, { size: 'small' }, { size: 'large' }] as const) {
    const recipe = plain.cva(button)(variants) as object;
    const { '@layer recipes': own, ...rest } = plain.css(recipe) as Record<string, object>;
    expect(rest).toEqual({});
    expect(cached.css(cached.cva(button)(variants) as object, ...added)).toMatchObject(
      serialized({ ':where(&)': own, '&&&': plain.css(...added) }),
    );
  }
  expect(cached.css(undefined, ...added)).toMatchObject(serialized({ '&&&': plain.css(...added) }));
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
  const { '@layer recipes': both } = (plain.cva(button).merge as typeof merge)(plain.cva(over.config))({
    wide: true,
  }) as Record<string, object>;
  expect(merge(over)({ wide: true })).toEqual({ ':where(&)': both });
});

test('a name is a style or an attribute as defined by the design system', () => {
  for (const name of ['color', '_hover', 'css', 'aria-label', 'mx', 'onClick'])
    expect([cached.isValidProperty(name), cached.isValidProperty(name)]).toEqual([
      plain.isValidProperty(name),
      plain.isValidProperty(name),
    ]);
});
