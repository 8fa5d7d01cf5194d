// The OpenAPI document, generated from the schemas that validate requests, and a page to read it.

import swagger from '@fastify/swagger';
import { PATHS } from '@leadline/contract/paths';
import { ENGINE_VERSION } from '@leadline/engine';
import type { FastifyInstance } from 'fastify';
import { OPTIONAL_BODY } from '../framework/schema.ts';
import { addExamples } from './add-examples.ts';
import { VIEWER_PATHS } from './viewer-paths.ts';

/** For documentation. Such a page must not load anything from other sites or send anything to them. The API reference works without eval: its validator only
 * tries whether it may compile code, and otherwise interprets. */
export const SAME_SITE_ONLY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** In the document that we publish. Each server puts its own address there. */
const EXAMPLE_SERVER = 'https://leads.example.com';

/** Call before adding routes. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Leadline',
        version: ENGINE_VERSION,
        description:
          'Send a lead and get its score, the reasons, and what to do next.\n\n' +
          '## Send your first lead\n\n' +
          'Create a test key in the dashboard, under Settings, Keys. Then run this with your key:\n\n' +
          '```sh\n' +
          `curl ${EXAMPLE_SERVER}/api/webhook.php \\\n` +
          "  -H 'X-API-KEY: ll_test_…' \\\n" +
          "  -H 'Content-Type: application/json' \\\n" +
          "  -d '{\n" +
          '    "name": "Ana Lopez",\n' +
          '    "email": "ana@acme.com",\n' +
          '    "message": "We need 40 laptops by Friday"\n' +
          "  }'\n" +
          '```\n\n' +
          '## Errors\n\n' +
          'Every error response has a stable code in its `X-Error-Code` header. The body is ' +
          '`{"success": false, "code": "…", "error": "…"}`; `/api/webhook.php`, `/api/score.php` and ' +
          '`/api/explain.php` leave out `code`. `error` is a sentence for people and may change at any time.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: ['Scoring', 'Leads', 'Imports', 'Webhooks', 'CRM', 'Settings', 'Model', 'Privacy', 'Account'].map(
        (name) => ({
          name,
        }),
      ),
      components: {
        securitySchemes: {
          key: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-KEY',
            description:
              'A key from the dashboard, under Settings, Keys. It begins with `ll_live_` or `ll_test_`.',
          },
        },
      },
      security: [{ key: [] }],
    },
    // biome-ignore lint/suspicious/noExplicitAny: the plugin types a document of OpenAPI 2 or 3
    transformObject: (document: any) => addExamples(nameSchemas(putLegacyLast(document.openapiObject))),
  });
}

export async function serveDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  // Written once: it takes milliseconds, and anyone can ask for it.
  let document: string | null = null;
  app.get(PATHS.openapi, { schema: { hide: true } }, (_request, reply) => {
    document ??= JSON.stringify(app.swagger()).replaceAll(EXAMPLE_SERVER, publicUrl);
    return reply.type('application/json; charset=utf-8').send(document);
  });
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('Content-Security-Policy', SAME_SITE_ONLY);
    });
    for (const path of VIEWER_PATHS)
      docs.get(`${PATHS.docs}${path}`, { schema: { hide: true } }, async (request, reply) => {
        // The router ignores slashes at the end, but the page names its script relative to itself.
        if (path === '/' && !/^[^?]*\/(?:\?|$)/.test(request.url))
          return reply.redirect(`${PATHS.docs}/`, 301);
        const { loadViewer } = await import('./load-viewer.ts');
        const { type, content } = (await loadViewer())[path];
        return reply.type(type).send(content);
      });
  });
}

/** The reference lists calls in the order of the document. */
function putLegacyLast<T extends { paths?: object }>(document: T): T {
  const isLegacy = (path: object): boolean =>
    Object.values(path).some((operation: { deprecated?: boolean }) => operation.deprecated === true);
  const paths = Object.entries(document.paths ?? {});
  const sorted = paths.toSorted(([, a], [, b]) => Number(isLegacy(a)) - Number(isLegacy(b)));
  return { ...document, paths: Object.fromEntries(sorted) };
}

/** Turns schemas with a title into named components, for readers and for client generators. */
function nameSchemas<T extends { components?: { schemas?: unknown } }>(document: T): T {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    if (isOptionalBody(node)) copy.required = false;
    delete copy[OPTIONAL_BODY];
    if (typeof copy.title !== 'string' || !('type' in copy)) return copy;
    schemas[copy.title] = copy;
    return { $ref: `#/components/schemas/${copy.title}` };
  };
  const named = visit(document) as T;
  return { ...named, components: { ...named.components, schemas } };
}

/** Whether this is a `requestBody` whose schema is marked as optional. */
const isOptionalBody = (node: object): boolean =>
  'content' in node &&
  'required' in node &&
  Object.values(node.content as Record<string, { schema?: Record<string, unknown> }>).some(
    ({ schema }) => schema?.[OPTIONAL_BODY] === true,
  );
