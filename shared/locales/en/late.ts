import type th from '../th/late.ts';
import type { Shape } from '../shape.ts';
import coming from './coming.ts';
import completeness from './completeness.ts';
import dashboard from './dashboard.ts';
import dataFlow from './dataFlow.ts';
import dataMapping from './dataMapping.ts';
import exportTexts from './export.ts';
import dataSharing from './dataSharing.ts';
import inventory from './inventory.ts';
import legal from './legal.ts';
import piiCategory from './piiCategory.ts';
import ropaSheet from './ropaSheet.ts';
import recordImport from './recordImport.ts';

export default { coming, completeness, dashboard, dataFlow, dataMapping, export: exportTexts, dataSharing, inventory, legal, piiCategory, recordImport, ropaSheet } satisfies Shape<typeof th>;
