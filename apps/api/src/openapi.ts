import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import type * as core from 'zod/v4/core';
import { describeAnswers, toOpenApi } from '#libs/platform';

/** The OpenAPI document, generated from the routes and the contracts. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const info = new DocumentBuilder()
    .setTitle('Farmgate')
    .setDescription(
      'A farm-to-table marketplace in which everything is live. Money in dollars, time in UTC.',
    )
    .setVersion('1')
    .addBearerAuth()
    .build();
  describeAnswers();
  return SwaggerModule.createDocument(app, info, {
    standardSchemaConverter: (schema, { schemaType }) => ({
      schema: toOpenApi(schema as core.$ZodType, schemaType),
    }),
  });
}

/** Serves the document at `/api/v1/openapi.json`; generated at the first request. */
export function serveApiDescription(app: INestApplication, fastify: FastifyInstance): void {
  let document: OpenAPIObject | undefined;
  fastify.get('/api/v1/openapi.json', (_, reply) => {
    document ??= describeApi(app);
    return reply.send(document);
  });
}
