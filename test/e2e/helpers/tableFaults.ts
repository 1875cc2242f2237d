import type { Page } from 'playwright-core';

/** Maximum height of table rows, in px. */
const MOST_HEIGHT = 56;
/** Minimum width of names, in px. */
const NAME_WIDTH = 240;

/**
 * Faults of the lists and other tables on the current page, one line each: a document wider than its window, columns
 * beyond the frame of their table, rows too high, names too narrow, words and times broken over lines; and
 * notifications that would cover the bar with bell and account.
 */
export function tableFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ mostHeight, nameWidth }) => {
      const faults: string[] = [];
      const { scrollWidth, lang } = document.documentElement;
      if (scrollWidth > innerWidth) faults.push(`document: ${scrollWidth} px in ${innerWidth}`);
      const bar = document.querySelector('header')!.getBoundingClientRect();
      const notices = Number.parseFloat(getComputedStyle(document.querySelector('#toasts')!).top);
      if (notices < bar.bottom + scrollY) faults.push('notices cover the top bar');
      const few = (found: readonly (string | Element)[]) =>
        `${found.length}, as ${found
          .slice(0, 4)
          .map((one) => (typeof one === 'string' ? one : one.textContent?.slice(0, 50)))
          .join(' | ')}`;

      for (const table of document.querySelectorAll<HTMLTableElement>('[data-list] table')) {
        const frame = table.parentElement!;
        if (frame.scrollWidth > frame.clientWidth) faults.push(`columns cut: ${table.offsetWidth} px`);
        const high = [...table.tBodies[0]!.rows].filter((row) => row.getBoundingClientRect().height > mostHeight);
        if (high.length > 0) faults.push(`rows too high: ${few(high)}`);
        const names = [...table.querySelectorAll<HTMLElement>('tbody th [data-words]')].filter(
          (name) => getComputedStyle(name).textWrapMode === 'wrap' && name.offsetWidth < nameWidth,
        );
        if (names.length > 0) faults.push(`names without room: ${few(names)}`);
        const moments = [...table.querySelectorAll('time')].filter((time) => time.getClientRects().length > 1);
        if (moments.length > 0) faults.push(`moments broken: ${few(moments)}`);
      }

      // Other tables than lists: a table too wide for its place scrolls there, and can be focused by keyboard.
      for (const table of document.querySelectorAll<HTMLTableElement>('main table:not([data-list] table)')) {
        if (!table.checkVisibility() || table.closest('[class*="sr-only"]')) continue;
        let frame = table.parentElement!;
        while (frame !== document.body && frame.scrollWidth <= frame.clientWidth) frame = frame.parentElement!;
        const { overflowX } = getComputedStyle(frame);
        if (frame !== document.body && overflowX !== 'auto' && overflowX !== 'scroll')
          faults.push(`table cut: ${few([table])}`);
      }

      const words = new Intl.Segmenter(lang, { granularity: 'word' });
      const range = document.createRange();
      const linesOf = (node: Node, from: number, to: number) => {
        range.setStart(node, from);
        range.setEnd(node, to);
        return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      };
      const broken: string[] = [];
      for (const list of document.querySelectorAll('[data-list], main table')) {
        const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
          // An address has no words.
          if (node.parentElement!.closest('code') || linesOf(node, 0, node.length).size < 2) continue;
          for (const { segment, index, isWordLike } of words.segment(node.data))
            if (isWordLike && linesOf(node, index, index + segment.length).size > 1) broken.push(segment);
        }
      }
      if (broken.length > 0) faults.push(`words broken: ${few(broken)}`);
      return faults;
    },
    { mostHeight: MOST_HEIGHT, nameWidth: NAME_WIDTH },
  );
}

/** Words in which browsers break lines, and numbers with their units. */
const UNBROKEN =
  'ผู้อนุมัติ|ผู้ควบคุม|ผู้ดูแล|ผลกระทบ|อย่างน้อยหนึ่ง|ส่วนบุคคล|พื้นที่ทำงาน|รหัสผ่าน|แดชบอร์ด|ดำเนินการ|ประมวลผล|ความยินยอม|' +
  '\\d+ (?:วัน|ชั่วโมง|นาที|รายการ|ครั้ง|ปี|ราย|แห่ง|ระบบ|days|hours|minutes|years|items|times)';

/** Words and numbers with units of headings and paragraphs that are broken over two lines, one line each. */
export function phraseFaults(page: Page): Promise<string[]> {
  return page.evaluate((unbroken) => {
    const broken: string[] = [];
    const range = document.createRange();
    for (const block of document.querySelectorAll('main :is(h1, h2, h3, p)')) {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      const texts: { node: Text; from: number }[] = [];
      let text = '';
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        texts.push({ node, from: text.length });
        text += node.data;
      }
      const place = (at: number) => {
        const { node, from } = texts.findLast((one) => one.from <= at)!;
        return [node, at - from] as const;
      };
      for (const { 0: word, index } of text.matchAll(new RegExp(unbroken, 'g'))) {
        range.setStart(...place(index));
        const [node, at] = place(index + word.length - 1);
        range.setEnd(node, at + 1);
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
        if (boxes.some(({ top }) => Math.abs(top - boxes[0]!.top) > 8)) broken.push(`${word} in ${text.slice(0, 60)}`);
      }
    }
    return broken;
  }, UNBROKEN);
}

/** Resizes the window and waits until the page has adapted. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  });
}
