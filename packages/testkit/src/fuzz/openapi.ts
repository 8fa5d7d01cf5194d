// The parts of the OpenAPI document that the generator and the checker use.

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly schema: JsonSchema;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

export interface Operation {
  /** In uppercase. */
  readonly method: string;
  /** With `{id}` in place of a lead's ID. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | null;
  readonly answers: ReadonlyMap<number, JsonSchema>;
}

/** Returns all operations with references resolved, except streams, because their responses never end. */
export function readOperations(document: OpenApi): Operation[] {
  const schemaOf = (content: Content | undefined): JsonSchema | null => {
    const schema = content?.content?.['application/json']?.schema;
    return schema === undefined ? null : resolve(document, schema);
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { responses }]) => responses['200']?.content?.['text/event-stream'] === undefined)
      .map(([method, { parameters = [], requestBody, responses }]) => ({
        method: method.toUpperCase(),
        path,
        parameters,
        body: schemaOf(requestBody),
        answers: new Map(
          Object.entries(responses).flatMap(([status, content]) => {
            const schema = schemaOf(content);
            if (schema !== null) return [[Number(status), schema] as const];
            // The schema says nothing about files.
            if (Object.keys(content.content ?? {}).length > 0) return [[Number(status), {}] as const];
            throw new Error(`${method} ${path} has no documented body for ${status}`);
          }),
        ),
      })),
  );
}

function resolve(document: OpenApi, schema: JsonSchema): JsonSchema {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as JsonSchema;
    if (typeof $ref !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    }
    const target = document.components.schemas[$ref.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`${$ref} is missing from the document`);
    return visit(target);
  };
  return visit(schema) as JsonSchema;
}
