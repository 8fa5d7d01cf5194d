// Turns the OpenAPI document into the SDK's types and its table of routes.

import { comment, describeProperty, describeSchema, typeName } from './describe-schema.ts';
import type { Document, Operation } from './openapi.ts';

const HEADER = '// Generated from docs/openapi.json by `npm run sdk:types`. Do not edit.\n\n';

export function describeSchemas({ components }: Document): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => {
    const type = describeSchema(schema);
    const declaration = type.startsWith('{')
      ? `export interface ${typeName(name)} ${type}`
      : `export type ${typeName(name)} = ${type};`;
    return `${comment(schema.description)}${declaration}\n`;
  });
  return HEADER + types.join('\n');
}

export function describeOperations(document: Document): string {
  const operations = listOperations(document);
  const names = Object.keys(document.components.schemas).map(typeName);
  const types = operations.map(
    ({ operation }) =>
      `${comment(operation.summary)}${operation.operationId}: ${describeTypes(document, operation)};\n`,
  );
  const answers = operations.flatMap(({ method, path, operation }) => {
    const schema = resultOf(operation);
    return schema === undefined ? [] : [`'${method} ${path}': ${describeSchema(schema)};\n`];
  });
  const code = [...types, ...answers].join('').replace(/\/\*\*.*?\*\//gs, '');
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  const routes = operations.map(
    (entry) => `  ${entry.operation.operationId}: ${describeRoute(document, entry)},\n`,
  );
  return [
    HEADER,
    `import type { ${used.join(', ')} } from './schemas.ts';\n\n`,
    `/** What each call sends and returns. */\nexport interface Operations {\n${types.join('')}}\n\n`,
    `/** The whole body of each answer, by route. */\nexport interface Answers {\n${answers.join('')}}\n\n`,
    ROUTE_TYPE,
    `export const ROUTES: Readonly<Record<keyof Operations, Route>> = {\n${routes.join('')}};\n`,
  ].join('');
}

const ROUTE_TYPE = `export interface Route {
  readonly method: string;
  readonly path: string;
  /** What a call returns: the \`data\` of the body, the whole body if it has more than that, or a stream. */
  readonly returns: 'data' | 'body' | 'stream';
  /** Whether it accepts an \`Idempotency-Key\`. */
  readonly takesIdempotencyKey?: true;
  /** Whether the key is in the path, not in a header. */
  readonly hasKeyInPath?: true;
}

`;

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const listOperations = ({ paths }: Document): Entry[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

function describeRoute(document: Document, { method, path, operation }: Entry): string {
  const takesKey = operation.parameters?.some(({ name }) => name === 'idempotency-key') ?? false;
  return [
    `{ method: '${method}', path: '${path}', returns: '${returnsOf(document, operation)}'`,
    takesKey ? ', takesIdempotencyKey: true' : '',
    operation.security?.length === 0 ? ', hasKeyInPath: true' : '',
    ' }',
  ].join('');
}

function describeTypes(document: Document, operation: Operation): string {
  const fields = [
    describeParameters('path', operation),
    describeParameters('query', operation),
    describeBody(operation),
    describeResult(document, operation),
  ];
  return `{\n${fields.join('')}}`;
}

function describeParameters(place: string, { parameters = [] }: Operation): string {
  const found = parameters.filter((parameter) => parameter.in === place);
  if (found.length === 0) return '';
  const fields = found.map(({ name, schema, description, required = false }) =>
    describeProperty(name, description === undefined ? schema : { ...schema, description }, required),
  );
  return `${place}: {\n${fields.join('')}};\n`;
}

function describeBody({ requestBody }: Operation): string {
  if (requestBody === undefined) return '';
  const json = requestBody.content['application/json'];
  const type = json === undefined ? 'unknown' : describeSchema(json.schema);
  return `body${requestBody.required ? `: ${type}` : `?: ${type} | undefined`};\n`;
}

function describeResult(document: Document, operation: Operation): string {
  const schema = resultOf(operation);
  const returns = returnsOf(document, operation);
  if (schema === undefined) return '';
  return `result: ${describeSchema(schema)}${returns === 'data' ? "['data']" : ''};\n`;
}

const resultOf = ({ responses }: Operation) => responses[200].content['application/json']?.schema;

function returnsOf(document: Document, operation: Operation): 'data' | 'body' | 'stream' {
  const schema = resultOf(operation);
  if (schema === undefined) return 'stream';
  const name = schema.$ref?.split('/').at(-1) ?? '';
  const fields = Object.keys(document.components.schemas[name]?.properties ?? {});
  return fields.join() === 'success,data' ? 'data' : 'body';
}
