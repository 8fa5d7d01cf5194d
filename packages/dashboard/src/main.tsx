// Starts the dashboard.

import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { watchUserActivity } from './api/user-activity.ts';
import { App } from './app.tsx';
import { sessionQuery } from './session/use-session.ts';
import { styleNonce } from './style-nonce.ts';

// Dialogs lock scrolling with a style element that reads its nonce from this variable.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

watchUserActivity();

// Started before the page's code loads, so that both load in parallel.
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
