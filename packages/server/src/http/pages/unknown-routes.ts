// Rejects unknown paths and methods before reading the body.

import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../platform/base/domain-error.ts';
import { isForPage, type ShowPage } from './dashboard.ts';

/** Call this before adding routes, because it records each path's methods as they are added. Pass the returned function
 * the page that browsers should see for unknown paths. */
export function rejectUnknownRoutes(app: FastifyInstance): (show: ShowPage) => void {
  let showPage: ShowPage | null = null;
  const routes: { readonly pattern: RegExp; readonly method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.replace(/\/$/, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+');
    const pattern = new RegExp(`^${path}/?$`);
    for (const name of [method].flat()) routes.push({ pattern, method: name });
  });
  const methodsOf = (url: string): string[] => {
    const path = (url.split('?')[0] as string).replace(/\/{2,}/g, '/');
    const found = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found)].toSorted();
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const methods = methodsOf(request.url);
    if (methods.length === 0 && showPage !== null && isForPage(request)) {
      showPage(reply.code(404));
      return;
    }
    if (methods.length === 0) return done(noSuchEndpoint());
    reply.header('Allow', methods.join(', '));
    done(new DomainError('method_not_allowed', `allowed methods: ${methods.join(', ')}`));
  });
  // Called for missing dashboard files.
  app.setNotFoundHandler(() => {
    throw noSuchEndpoint();
  });
  return (show) => {
    showPage = show;
  };
}

const noSuchEndpoint = (): DomainError => new DomainError('not_found', 'no such endpoint');
