import type { PageTitles } from '../../pageTitles.ts';

export default {
  dataFlowDiagram: 'แผนภาพการไหลของข้อมูล',
} satisfies PageTitles;
