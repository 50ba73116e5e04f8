import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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
import { JSON_TYPE, ResponseCache } from './response-cache.js';

@ApiTags('catalogue')
@Controller()
export class CatalogueController {
  constructor(
    private readonly catalogue: CatalogueService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('products')
  @Public()
  @ApiSchema(productsPageSchema)
  @Header('content-type', JSON_TYPE)
  list(@Query({ schema: productsQuerySchema }) query: ProductsQuery): Buffer | Promise<Buffer> {
    return this.cache.json(
      'products',
      query,
      (): Promise<ProductsPage> => this.catalogue.list(query),
    );
  }

  @Get('products/rails')
  @Public()
  @ApiSchema(productRailsSchema)
  @Header('content-type', JSON_TYPE)
  rails(): Buffer | Promise<Buffer> {
    return this.cache.json('rails', null, (): Promise<ProductRails> => this.catalogue.rails());
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
  ): Buffer | Promise<Buffer> {
    return this.cache.json(
      'suggestions',
      query,
      (): Promise<Suggestions> => this.catalogue.suggest(query),
    );
  }
}
