// Without zod: the list, the editor's first paint and the embed read these.

/** Where the form stands on the page. */
export const LAYOUTS = ['bottom', 'top', 'popup'] as const;
export type ConsentLayout = (typeof LAYOUTS)[number];

export const PRESETS = ['white', 'dark', 'gsb', 'custom'] as const;

const labels = {
  acceptLabel: { th: 'ยินยอมทั้งหมด', en: 'Accept all' },
  declineLabel: { th: 'ไม่ยินยอม', en: 'Decline' },
  logoIds: [] as string[],
};
/** The built-in themes; each pair of colours has a contrast of 4.5 at least. Both buttons weigh the same. */
export const DECORATION = {
  white: {
    preset: 'white',
    background: '#ffffff',
    text: '#1c1f2b',
    acceptBackground: '#3a3f8f',
    acceptText: '#ffffff',
    declineBackground: '#3a3f8f',
    declineText: '#ffffff',
    ...labels,
  },
  dark: {
    preset: 'dark',
    background: '#181a24',
    text: '#f2f3f8',
    acceptBackground: '#c7cbff',
    acceptText: '#14162b',
    declineBackground: '#c7cbff',
    declineText: '#14162b',
    ...labels,
  },
  gsb: {
    preset: 'gsb',
    background: '#fff4f9',
    text: '#3d1028',
    acceptBackground: '#b0125f',
    acceptText: '#ffffff',
    declineBackground: '#b0125f',
    declineText: '#ffffff',
    ...labels,
  },
} as const;
