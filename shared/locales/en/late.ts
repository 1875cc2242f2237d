import type th from '../th/late.ts';
import type { Shape } from '../shape.ts';
import coming from './coming.ts';
import completeness from './completeness.ts';
import dashboard from './dashboard.ts';
import dataMapping from './dataMapping.ts';
import exportTexts from './export.ts';
import legal from './legal.ts';
import piiCategory from './piiCategory.ts';

export default { coming, completeness, dashboard, dataMapping, export: exportTexts, legal, piiCategory } satisfies Shape<typeof th>;
