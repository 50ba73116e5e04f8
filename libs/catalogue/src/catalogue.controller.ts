import { Controller, Get, Param, Query } from '@nestjs/common';
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
import { Cached } from './response-cache.js';

@ApiTags('catalogue')
@Controller()
export class CatalogueController {
  constructor(private readonly catalogue: CatalogueService) {}

  @Get('products')
  @Public()
  @ApiSchema(productsPageSchema)
  @Cached('catalogue')
  list(@Query({ schema: productsQuerySchema }) query: ProductsQuery): Promise<ProductsPage> {
    return this.catalogue.list(query);
  }

  @Get('products/rails')
  @Public()
  @ApiSchema(productRailsSchema)
  @Cached('catalogue')
  rails(): Promise<ProductRails> {
    return this.catalogue.rails();
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
  @Cached('catalogue')
  suggest(
    @Query({ schema: suggestionsQuerySchema }) query: SuggestionsQuery,
  ): Promise<Suggestions> {
    return this.catalogue.suggest(query);
  }
}
