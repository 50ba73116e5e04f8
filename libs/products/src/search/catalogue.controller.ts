import { Controller, Get, Header, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import {
  idSchema,
  type ProductRail,
  type ProductRails,
  type ProductsPage,
  type ProductsQuery,
  productRailSchema,
  productRailsSchema,
  productsPageSchema,
  productsQuerySchema,
  type Suggestions,
  type SuggestionsQuery,
  suggestionsQuerySchema,
  suggestionsSchema,
} from '#libs/contracts';
import { ApiSchema, Public } from '#libs/platform';
import { CatalogueService } from './catalogue.service.js';
import { JSON_TYPE, KeptAnswers } from './kept-answers.js';

@ApiTags('catalogue')
@Controller()
export class CatalogueController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly answers: KeptAnswers,
  ) {}

  @Get('products')
  @Public()
  @ApiSchema(productsPageSchema)
  @Header('content-type', JSON_TYPE)
  list(
    @Query({ schema: productsQuerySchema }) query: ProductsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    return this.answers.json(request, (): Promise<ProductsPage> => this.catalogue.list(query));
  }

  @Get('products/rails')
  @Public()
  @ApiSchema(productRailsSchema)
  @Header('content-type', JSON_TYPE)
  rails(@Req() request: FastifyRequest): Promise<Buffer> {
    return this.answers.json(request, (): Promise<ProductRails> => this.catalogue.rails());
  }

  @Get('products/:id/related')
  @Public()
  @ApiSchema(productRailSchema)
  related(@Param('id', { schema: idSchema }) id: string): Promise<ProductRail> {
    return this.catalogue.related(id);
  }

  @Get('search/suggestions')
  @Public()
  @ApiSchema(suggestionsSchema)
  @Header('content-type', JSON_TYPE)
  suggest(
    @Query({ schema: suggestionsQuerySchema }) query: SuggestionsQuery,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    return this.answers.json(request, (): Promise<Suggestions> => this.catalogue.suggest(query));
  }
}
