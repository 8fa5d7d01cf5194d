// Every address and the page that answers it. The inbox comes with the first script: nearly everybody goes there, and apart
// it would be sixty small files, one after the other. Other pages are loaded when they are first gone to.

import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { InboxPage } from './pages/inbox/inbox-page.tsx';
import { PATHS } from './paths.ts';
import { FailedPage } from './shell/failed-page.tsx';
import { LoadingPage } from './shell/loading-page.tsx';
import { Root } from './shell/root.tsx';
import { Shell } from './shell/shell.tsx';

function page<Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): RouteObject {
  return { path, lazy: async () => ({ Component: (await load())[name] }) };
}

const outside: RouteObject[] = [
  page(PATHS.signIn, 'SignInPage', () => import('./auth/sign-in-page.tsx')),
  page(PATHS.signUp, 'SignUpPage', () => import('./auth/sign-up-page.tsx')),
  page(PATHS.forgotPassword, 'ForgotPasswordPage', () => import('./auth/forgot-password-page.tsx')),
  page(PATHS.resetPassword, 'ResetPasswordPage', () => import('./auth/reset-password-page.tsx')),
  page(PATHS.twoFactor, 'TwoFactorPage', () => import('./auth/two-factor-page.tsx')),
  page(PATHS.welcome, 'WelcomePage', () => import('./auth/welcome-page.tsx')),
  page(PATHS.invitation, 'InvitationPage', () => import('./auth/invitation-page.tsx')),
];

const inside: RouteObject[] = [
  { index: true, element: <Navigate to={PATHS.inbox} replace /> },
  { path: PATHS.inbox, Component: InboxPage },
  page(PATHS.lead, 'LeadPage', () => import('./pages/lead/lead-page.tsx')),
  page(PATHS.insights, 'InsightsPage', () => import('./pages/insights/insights-page.tsx')),
  page(PATHS.connect, 'ConnectPage', () => import('./pages/connect/connect-page.tsx')),
  page(PATHS.webhooks, 'WebhooksPage', () => import('./pages/webhooks/webhooks-page.tsx')),
  page(PATHS.imports, 'ImportsPage', () => import('./pages/imports/imports-page.tsx')),
  { path: '/settings', element: <Navigate to={PATHS.profile} replace /> },
  page(PATHS.profile, 'ProfilePage', () => import('./pages/settings/profile/profile-page.tsx')),
  page(PATHS.keys, 'KeysPage', () => import('./pages/settings/keys/keys-page.tsx')),
  page(PATHS.team, 'TeamPage', () => import('./pages/settings/team/team-page.tsx')),
  page(PATHS.privacy, 'PrivacyPage', () => import('./pages/settings/privacy/privacy-page.tsx')),
  page(PATHS.audit, 'AuditPage', () => import('./pages/settings/audit/audit-page.tsx')),
  page('*', 'UnknownPage', () => import('./shell/unknown-page.tsx')),
];

export const router = createBrowserRouter([
  {
    Component: Root,
    HydrateFallback: LoadingPage,
    ErrorBoundary: FailedPage,
    children: [
      ...outside,
      {
        Component: Shell,
        // A page that fails leaves the shell standing.
        children: [{ ErrorBoundary: FailedPage, children: inside }],
      },
    ],
  },
]);
