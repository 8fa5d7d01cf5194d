// Lists every route of the application from Fastify itself, so that tests can't miss one.

import type { FastifyInstance } from 'fastify';

export interface ListedRoute {
  readonly method: string;
  /** Including parameters: `/api/leads/:id`. */
  readonly path: string;
}

export function listRoutes(app: FastifyInstance): ListedRoute[] {
  const found: ListedRoute[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', name = '', methods = ''] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (name === '') continue;
    const depth = indent.length / 4;
    parents.length = depth;
    parents[depth] = name;
    const path = `/${parents.join('')}`.replace(/^\/+/, '/');
    for (const method of methods.split(', ')) if (method !== '') found.push({ method, path });
  }
  return found;
}
