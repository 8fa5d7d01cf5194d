// Adapts the page of the API reference, a viewer that we don't write ourselves: a way back to the dashboard, an icon, no
// decorations, and no sample key that looks like a leaked one.

/** The viewer suggests this key, a joke in Base64, in every password field. */
const SAMPLE_KEY = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT';

const HEADER = `<header id="leadline-header"><a href="/">← Back to Leadline</a></header>`;

/** An empty icon. Without one, browsers ask for /favicon.ico, which the API doesn't have. */
const ICON = '<link rel="icon" href="data:,">';

export const PAGE_CSS = `:root { --scalar-custom-header-height: 44px }
#leadline-header { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 44px; padding: 12px 20px;
  border-bottom: 1px solid var(--scalar-border-color); background: var(--scalar-background-1);
  font: 500 14px/20px system-ui, sans-serif }
#leadline-header a { color: var(--scalar-color-1); text-decoration: none }
#leadline-header a:hover { text-decoration: underline }
.ascii-art { display: none }`;

export const adaptPage = (html: string): string =>
  html.replace('</head>', `${ICON}</head>`).replace(/<body[^>]*>/, `$&${HEADER}`);

export const adaptScript = (script: string): string => script.replaceAll(SAMPLE_KEY, 'll_live_…');
