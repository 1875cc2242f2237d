import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { palette, toneColors } from '../../client/colors.ts';
import type { ColorName } from '../../client/colors.ts';
import { contrast as ratio } from '../../shared/contrast.ts';

const contrast = (a: ColorName, b: ColorName, mode: 0 | 1): number => ratio(palette[a][mode], palette[b][mode]);

test('the frame rendered before the application has the colours of the theme', () => {
  const css = readFileSync(join(import.meta.dirname, '../../client/frame.css'), 'utf8');
  const declared = [...css.matchAll(/--frame-(\w+): (#\w+);/g)].map(([, name, value]) => [name, value!.toUpperCase()]);
  const names = ['canvas', 'surface', 'subtle', 'line', 'ink'] as const;
  const expected = ([0, 1] as const).flatMap((mode) => names.map((name) => [name, palette[name][mode]]));
  expect(declared).toEqual(expected);
});

const grounds = ['canvas', 'surface', 'subtle'] as const;
const signals = ['accent', 'live', 'ok', 'warn', 'danger', 'info'] as const;

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('colours, %s', (_, mode) => {
  test('black is 21:1 to white, so the calculation is correct', () => {
    expect(ratio('#FFFFFF', '#000000')).toBeCloseTo(21, 5);
  });
  test.each(grounds)('body text on %s reaches AAA', (ground) => {
    expect(contrast('ink', ground, mode)).toBeGreaterThanOrEqual(7);
  });
  test.each(grounds)('muted text on %s reaches AA', (ground) => {
    expect(contrast('muted', ground, mode)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(signals)(
    '%s: its text on its soft background, surface and canvas, and text on its fill reach AA',
    (name) => {
      for (const ground of [`${name}.soft`, ...grounds] as ColorName[]) {
        expect(contrast(`${name}.text`, ground, mode), ground).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(name, `${name}.ink`, mode)).toBeGreaterThanOrEqual(4.5);
    },
  );
  test('hovered fills preserve the contrast of their text', () => {
    expect(contrast('accent.hover', 'accent.ink', mode)).toBeGreaterThanOrEqual(4.5);
    expect(contrast('danger.hover', 'danger.ink', mode)).toBeGreaterThanOrEqual(4.5);
  });
  test('borders of controls and the focus ring have a contrast of 3:1 to every background', () => {
    for (const ground of grounds) {
      if (ground !== 'subtle') expect(contrast('line.strong', ground, mode), ground).toBeGreaterThanOrEqual(3);
      expect(contrast('accent', ground, mode), ground).toBeGreaterThanOrEqual(3);
    }
  });
  test('tags and banners: text reaches AA and icons 3:1 in every tone', () => {
    for (const [tone, colors] of Object.entries(toneColors)) {
      expect(contrast(colors.text, colors.bg, mode), tone).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colors.icon, colors.bg, mode), tone).toBeGreaterThanOrEqual(3);
    }
  });
});

test('the two parts of a stacked column differ 3:1 in lightness, light and dark', () => {
  const css = readFileSync(join(import.meta.dirname, '../../client/media.css'), 'utf8');
  const shares = [...css.matchAll(/\[data-fill='half'\] \{\s*background: color-mix\([^)]*accent\) (\d+)%/g)];
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const ratios = shares.map(([, share], mode) => {
    const [over, under] = [palette.accent[mode]!, palette.surface[mode]!];
    const part = Number(share) / 100;
    const mixed = channels(over).map((value, at) => Math.round(value * part + channels(under)[at]! * (1 - part)));
    return ratio(over, `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
  });
  expect(ratios).toHaveLength(2);
  for (const one of ratios) expect(one).toBeGreaterThanOrEqual(3);
});

test('no chart stacks parts of one colour that neither lightness nor a pattern distinguishes', () => {
  const chart = readFileSync(join(import.meta.dirname, '../../client/modules/userConsent/DayChart.tsx'), 'utf8');
  const fills = [...(/const FILL = \{([^}]*)\}/.exec(chart)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(([, fill]) => fill);
  expect(fills.toSorted()).toEqual(['half', 'solid', 'striped']);
});
