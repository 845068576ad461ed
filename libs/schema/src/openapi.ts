/** The path where the gateway reads the description of a service. */
export const OPENAPI_PATH = '/internal/v1/openapi.json';

/** An OpenAPI 3.1 document or a part of one, with the fields that this platform reads. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: Record<string, Record<string, unknown>>;
  [more: string]: unknown;
}
export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  [more: string]: unknown;
}
