import { phrasesOf } from '../../../shared/phrases.ts';
import { escapeHtml } from '../html.ts';
import { tidy, type Block, type Cell, type Line, type ReportDocument } from './document.ts';
import { htmlStyle } from './htmlStyle.ts';
import { words, type Words } from './words.ts';

/**
 * A document as one page that needs nothing else: style, fonts and pictures are in it, no script is, and its own
 * policy allows none. Serve it with `htmlPolicy()` as Content-Security-Policy too.
 */
export function renderHtml(input: ReportDocument): string {
  const document = tidy(input);
  const labels = words[document.locale];
  const { css, policy } = htmlStyle();
  const meta = document.meta
    .map(({ label, value }) => `<div><dt>${text(label)}</dt><dd>${text(value || '–')}</dd></div>`)
    .join('');
  return `<!doctype html>
<html lang="${document.locale === 'th' ? 'th' : 'en'}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.title)}</title>
<style>${css}</style>
</head>
<body>
<main${document.landscape ? ' class="wide"' : ''}>
${document.watermark ? `<div class="watermark" aria-hidden="true">${escapeHtml(document.watermark)}</div>\n` : ''}<header>
<h1>${phrased(document.title)}</h1>
${document.subtitle ? `<p class="subtitle">${text(document.subtitle)}</p>\n` : ''}${meta ? `<dl class="meta">${meta}</dl>\n` : ''}</header>
${document.blocks.map((block) => blockOf(block, labels)).join('\n')}
<footer>${text(document.footer)}</footer>
</main>
</body>
</html>
`;
}

/** The Content-Security-Policy for a page of `renderHtml`. */
export const htmlPolicy = (): string => htmlStyle().policy;

function blockOf(block: Block, labels: Words): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level + 1}>${text(block.text)}</h${block.level + 1}>`;
    case 'paragraph':
      return `<p${block.tone ? ` class="${block.tone === 'warn' ? 'warn' : 'muted'}"` : ''}>${text(block.text)}</p>`;
    case 'facts':
      return `<dl class="facts">${block.rows.map(({ label, value }) => `<div><dt>${text(label)}</dt><dd>${cellOf(value, labels)}</dd></div>`).join('')}</dl>`;
    case 'table': {
      const sum = block.columns.reduce((total, { width = 1 }) => total + width, 0);
      const align = block.columns.map((column) =>
        column.align === 'end' ? ' class="end"' : column.align === 'center' ? ' class="center"' : '',
      );
      const columns = block.columns
        .map(({ width = 1 }) => `<col width="${Math.round((width / sum) * 1_000) / 10}%">`)
        .join('');
      const headers = block.columns
        .map(({ header }, index) => `<th scope="col"${align[index]}>${text(header)}</th>`)
        .join('');
      const rows = block.rows
        .map(
          (row) => `<tr>${row.map((cell, index) => `<td${align[index]}>${cellOf(cell, labels)}</td>`).join('')}</tr>`,
        )
        .join('\n');
      const caption = block.caption ? `<caption>${text(block.caption)}</caption>` : '';
      return `<div class="scroll"><table${block.columns.length > 6 ? ' class="dense"' : ''}>${caption}<colgroup>${columns}</colgroup><thead><tr>${headers}</tr></thead>\n<tbody>${rows}</tbody></table></div>`;
    }
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${lineOf(item, labels)}</li>`).join('')}</ul>`;
    case 'callout': {
      const tone = (['ok', 'warn', 'danger'] as const).find((one) => one === block.tone) ?? 'info';
      return `<aside class="${tone}"><p class="t">${text(block.title || labels.tones[tone])}</p><p>${text(block.text)}</p></aside>`;
    }
    case 'image':
      // As an image, an SVG can neither run scripts nor fetch anything.
      return `<figure><img src="data:image/svg+xml;base64,${Buffer.from(block.svg).toString('base64')}" alt="${escapeHtml(block.alt)}" width="${Math.min(100, Math.max(1, Number(block.width ?? 100) || 100))}%"></figure>`;
    case 'language':
      return `<div lang="${block.locale}">${block.blocks.map((one) => blockOf(one, words[block.locale])).join('\n')}</div>`;
    case 'pageBreak':
      return '<hr>';
  }
}

function cellOf(cell: Cell, labels: Words): string {
  if (!Array.isArray(cell)) return lineOf(cell, labels) || '–';
  if (cell.length < 2) return cell[0] === undefined ? '–' : lineOf(cell[0], labels);
  return `<ul>${cell.map((line) => `<li>${lineOf(line, labels)}</li>`).join('')}</ul>`;
}

function lineOf(line: Line, labels: Words): string {
  if (typeof line === 'string') return text(line);
  if (!line.mark) return text(line.text);
  const word = labels.marks[line.mark];
  return `<span class="m-${escapeHtml(line.mark)}">${text(line.text)}${word ? ` <span class="pill">${escapeHtml(word)}</span>` : ''}</span>`;
}

const text = (value: string): string => escapeHtml(value).replaceAll('\n', '<br>');
/** A text whose lines do not end inside a word. */
const phrased = (value: string): string =>
  phrasesOf(value)
    .map((part) => (part.bound ? `<span class="phrase">${text(part.text)}</span>` : text(part.text)))
    .join('');
