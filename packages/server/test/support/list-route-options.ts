// Lists the options of every route, with its schemas and limits, as Fastify gets them.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Calls `build`, which builds one application. */
export async function listRouteOptions(build: () => Promise<unknown>): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', watch);
  try {
    await build();
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
  return routes;
}
