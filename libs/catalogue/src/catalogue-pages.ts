import { Injectable } from '@nestjs/common';
import { CatalogueIndex } from './catalogue-index.js';

/** The products and farms that have a page, for the sitemap. */
@Injectable()
export class CataloguePages {
  constructor(private readonly index: CatalogueIndex) {}

  list(): { readonly productIds: string[]; readonly farmSlugs: string[] } {
    const farmSlugs = [...this.index.farmIds()].flatMap((id) => this.index.farm(id)?.slug ?? []);
    return { productIds: [...this.index.productIds()], farmSlugs };
  }
}
