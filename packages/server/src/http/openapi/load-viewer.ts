// The files of the API reference. Loaded when somebody first opens it: as a plugin of the API, the viewer took 44 MB of every
// process and 160 ms of each start (bench:start), and few ever open it.

import { PATHS } from '@leadline/contract/paths';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { adaptPage, adaptScript, PAGE_CSS } from './docs-page.ts';
import type { VIEWER_PATHS } from './viewer-paths.ts';

type ViewerPath = (typeof VIEWER_PATHS)[number];
type Viewer = Readonly<Record<ViewerPath, { readonly type: string; readonly content: Buffer }>>;

let viewer: Promise<Viewer> | null = null;

/** Renders and adapts each file only once: the script has 4 MB, and anyone can ask for it. */
export function loadViewer(): Promise<Viewer> {
  viewer ??= renderViewer();
  return viewer;
}

async function renderViewer(): Promise<Viewer> {
  const app = fastify();
  await app.register(scalar, {
    routePrefix: PATHS.docs,
    configuration: {
      url: PATHS.openapi,
      pageTitle: 'Leadline API',
      withDefaultFonts: false,
      customCss: PAGE_CSS,
      hideClientButton: true,
      hideModels: true,
      showDeveloperTools: 'never',
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const render = async (path: ViewerPath, adapt: (text: string) => string) => {
    const { statusCode, headers, body } = await app.inject(`${PATHS.docs}${path}`);
    if (statusCode !== 200) throw new Error(`the API reference has no ${path}`);
    return { type: String(headers['content-type']), content: Buffer.from(adapt(body)) };
  };
  const files: Viewer = {
    '/': await render('/', adaptPage),
    '/js/scalar.js': await render('/js/scalar.js', adaptScript),
  };
  await app.close();
  return files;
}
