import { expect, test } from 'vitest';
import { FormCache } from '../../server/platform/publicPage/formCache.ts';

/** A cache of texts that cannot be read while `isAway`. */
function build(outlivesFaults: boolean) {
  const state = { isAway: false };
  const forms = new FormCache<string>({
    load: async (_ws, id) => {
      if (state.isAway) throw new Error('away');
      return id === 'missing' ? null : id;
    },
    events: 'form.',
    ...(outlivesFaults && { outlivesFaults: true }),
  });
  return { state, forms };
}

test('the last read content is served while it cannot be read again, where a form tolerates faults', async () => {
  const { state, forms } = build(true);
  expect(await forms.get('w', 'a')).toBe('a');
  state.isAway = true;
  forms.forgetAll();
  expect(await forms.get('w', 'a')).toBe('a');
  await expect(forms.get('w', 'b')).rejects.toThrow('away');
});

test('content that no longer exists is not served from the cache', async () => {
  const { state, forms } = build(true);
  expect(await forms.get('w', 'missing')).toBeNull();
  state.isAway = true;
  forms.forgetAll();
  await expect(forms.get('w', 'missing')).rejects.toThrow('away');
});

test('other forms fail as soon as they cannot be read', async () => {
  const { state, forms } = build(false);
  expect(await forms.get('w', 'a')).toBe('a');
  state.isAway = true;
  forms.forgetAll();
  await expect(forms.get('w', 'a')).rejects.toThrow('away');
});
