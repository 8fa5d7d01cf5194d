// Where `npm run build` writes the dashboard.

import { fileURLToPath } from 'node:url';

export const DASHBOARD_FOLDER = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
