// The documentation site: `npm run build:docs` builds it beside the dashboard, and the API serves it at /docs. It loads
// nothing from other sites. A link to a page that doesn't exist fails the build.

import { defineConfig } from 'vitepress';
import cli from '../../packages/cli/package.json' with { type: 'json' };
import { slugOf } from './heading-slug.ts';
import { listBundled } from './list-bundled.ts';
import { keepBraces, showFilesAsText } from './markdown.ts';

/** For contributors, who have the repository. */
const LEFT_OUT = ['decisions/**', 'architecture.md', 'nightly.md', 'releasing.md'];

const page = (text: string, link: string) => ({ text, link });

export default defineConfig({
  title: 'Leadline',
  description: 'Lead scoring that accounts for every point',
  base: '/docs/',
  outDir: '../packages/dashboard/dist/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  rewrites: { 'README.md': 'index.md' },
  srcExclude: LEFT_OUT,
  head: [['link', { rel: 'icon', href: '/favicon.svg' }]],
  vite: { plugins: [listBundled] },
  markdown: {
    anchor: { slugify: slugOf },
    config: (md) => md.use(showFilesAsText).use(keepBraces),
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Dashboard', link: '../', target: '_self' },
      { text: 'API reference', link: '../api/docs/', target: '_self' },
      // Each release serves its own documentation.
      { text: cli.version, link: '/' },
    ],
    sidebar: [
      { text: 'Start', items: [page('Overview', '/'), page('Five minutes', '/start')] },
      {
        text: 'Guides',
        items: [
          page('Send leads', '/sending-leads'),
          page('Import leads', '/importing-leads'),
          page('Receive webhooks', '/receiving-webhooks'),
          page('Connect a CRM', '/crm'),
          page('Use the dashboard', '/dashboard'),
          page('Route leads', '/routing'),
          page('Connect an AI assistant', '/mcp'),
        ],
      },
      {
        text: 'Concepts',
        items: [
          page('Scoring', '/scoring'),
          page('AI', '/ai'),
          page('Learning', '/learning'),
          page('Privacy', '/privacy'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('API guide', '/api'),
          { text: 'API reference', link: '../api/docs/', target: '_self' },
          page('Error codes', '/errors'),
          page('SDK', '/sdk'),
          page('Settings', '/settings'),
          page('Operations', '/operations'),
        ],
      },
      {
        text: 'Run it',
        items: [
          page('Day two', '/run'),
          page('Deploy', '/deploy'),
          page('Runbooks', '/runbooks'),
          page('Backups', '/backup'),
          page('High availability', '/ha'),
        ],
      },
      {
        text: 'Measured',
        collapsed: true,
        items: [
          page('Scale', '/scale'),
          page('Benchmarks', '/benchmarks'),
          page('Drills', '/drills'),
          page('Evaluation', '/evaluation'),
        ],
      },
    ],
  },
});
