import {
  type FarmDto,
  farmDtoSchema,
  type ProductDto,
  type PublicPage,
  productDtoSchema,
  shortened,
} from '#libs/contracts';

/** The metadata of a page for search engines and link previews. */
export interface PageHead {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** A path on this server, or a URL. */
  readonly image?: string;
  /** Structured data (schema.org). */
  readonly data?: object;
  readonly isMissing?: boolean;
}

const NAME = 'Farmgate';
const titled = (page: string) => `${page} – ${NAME}`;

export const missingPage: PageHead = { title: titled('Oops! Page not found'), isMissing: true };

/** The landing page has the title and the description of index.html. */
const plainPages: Readonly<Record<Exclude<PublicPage, '/'>, PageHead>> = {
  '/products': {
    title: titled('Products'),
    description:
      'Everything that local farms sell today, with live stock and prices: vegetables, fruit, herbs, mushrooms, eggs, dairy and bread.',
  },
  '/farmers': {
    title: titled('Farms'),
    description: 'The farms behind the market: who they are, how they grow, and what they sell.',
  },
  '/about': {
    title: titled('About'),
    description: 'Why Farmgate exists, and the people who grow and pack what you order.',
  },
  '/contact': {
    title: titled('Contact'),
    description: 'Write to us, call us, or come by: addresses and business hours.',
  },
  '/faq': {
    title: titled('FAQ'),
    description: 'How ordering, delivery, pickup and payment work.',
  },
  '/shipping': {
    title: titled('Shipping Information'),
    description: 'What delivery costs, when it is free, and how pickup at a farm works.',
  },
  '/returns': { title: titled('Returns Policy') },
  '/privacy': { title: titled('Privacy Policy') },
};

/** The API path whose response determines a page's head; null for pages whose head is fixed. */
export function answerFor(path: string): string | null {
  const product = /^\/products\/([^/]+)$/.exec(path)?.[1];
  if (product !== undefined) return `/products/${product}`;
  const farm = /^\/farmers\/([^/]+)$/.exec(path)?.[1];
  return farm === undefined ? null : `/farms/${farm}`;
}

/** The head of a page; `answer` is the body of {@link answerFor}, `site` the URL of this installation. */
export function headOf(path: string, answer: unknown, site: string): PageHead {
  if (path.startsWith('/products/')) {
    const product = productDtoSchema.safeParse(answer).data;
    if (product) return ofProduct(product, site);
  }
  if (path.startsWith('/farmers/')) {
    const farm = farmDtoSchema.safeParse(answer).data;
    if (farm) return ofFarm(farm, site);
  }
  return Object.entries(plainPages).find(([page]) => page === path)?.[1] ?? {};
}

const absolute = (url: string, site: string) => new URL(url, site).href;

/**
 * The picture of a link preview: services render no SVG, so each of the shop's own drawings and scenes also exists as
 * JPEG.
 */
const shared = (url: string) =>
  url.replace(/^\/produce\/(?:scene-)?([\w-]+)\.svg$/, '/share/$1.jpg');

function ofProduct(product: ProductDto, site: string): PageHead {
  const { name, description, farmer, rating, reviewCount } = product;
  const url = absolute(`/products/${product._id}`, site);
  const images = product.images.map((picture) => absolute(picture.url, site));
  return {
    title: titled(name),
    description: `${farmer}: ${description}`,
    image: product.image,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      description,
      url,
      sku: product._id,
      category: product.category,
      image: images.length > 0 ? images : [absolute(product.image, site)],
      brand: { '@type': 'Brand', name: farmer },
      offers: {
        '@type': 'Offer',
        url,
        price: product.price.toFixed(2),
        priceCurrency: 'USD',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: product.price.toFixed(2),
          priceCurrency: 'USD',
          unitText: product.unit,
        },
        availability: `https://schema.org/${availabilityOf(product)}`,
        seller: { '@type': 'Organization', name: farmer },
      },
      ...(rating !== null && reviewCount > 0 && { aggregateRating: stars(rating, reviewCount) }),
    },
  };
}

function availabilityOf({ status, stock, holidayUntil }: ProductDto): string {
  if (status === 'archived') return 'Discontinued';
  return status !== 'live' || stock === 'sold_out' || holidayUntil !== null
    ? 'OutOfStock'
    : 'InStock';
}

function ofFarm(farm: FarmDto, site: string): PageHead {
  const { name, tagline, story, city, state, rating } = farm;
  const image = farm.cover?.url ?? farm.image;
  return {
    title: titled(name),
    description: `${tagline} ${story}`.trim(),
    image,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name,
      description: tagline,
      url: absolute(`/farmers/${farm.slug}`, site),
      image: absolute(image, site),
      address: {
        '@type': 'PostalAddress',
        addressLocality: city,
        addressRegion: state,
        addressCountry: 'US',
      },
      ...(rating !== null &&
        rating.mean !== null && { aggregateRating: stars(rating.mean, rating.count) }),
    },
  };
}

const stars = (ratingValue: number, reviewCount: number) => ({
  '@type': 'AggregateRating',
  ratingValue,
  reviewCount,
});

/** Approximate number of characters of a description that search engines show. */
const DESCRIPTION_MAX = 160;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const DEFAULT_IMAGE = '/produce/basket.svg';

const TITLE = /<title>([^<]*)/;
const DESCRIPTION = /(<meta\s+name="description"\s+content=")([^"]*)/;

/** Inserts the title and the description into a page, if the page has its own. */
export function withTexts(html: string, { title, description }: PageHead): string {
  const words = description?.replace(/\s+/g, ' ').trim();
  const named = title ? html.replace(TITLE, () => `<title>${escaped(title)}`) : html;
  return words
    ? named.replace(
        DESCRIPTION,
        (_, start: string) => start + escaped(shortened(words, DESCRIPTION_MAX)),
      )
    : named;
}

/** Inserts the head into a page. */
export function withHead(html: string, head: PageHead, path: string, site: string): string {
  const page = withTexts(html, head);
  const tags = head.isMissing
    ? '<meta name="robots" content="noindex">'
    : tagsOf(head, {
        title: TITLE.exec(page)?.[1] ?? NAME,
        description: DESCRIPTION.exec(page)?.[2] ?? '',
        url: escaped(absolute(path, site)),
        image: escaped(absolute(shared(head.image ?? DEFAULT_IMAGE), site)),
        type: path.startsWith('/products/') ? 'product' : 'website',
      });
  return page.replace('</head>', () => `${tags}</head>`);
}

function tagsOf({ data }: PageHead, graph: Record<string, string> & { url: string }): string {
  const properties = Object.entries({ site_name: NAME, ...graph }).map(
    ([name, content]) => `<meta property="og:${name}" content="${content}">`,
  );
  const json = data && JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    `<link rel="canonical" href="${graph.url}">`,
    ...properties,
    '<meta name="twitter:card" content="summary_large_image">',
    ...(json ? [`<script type="application/ld+json">${json}</script>`] : []),
  ].join('');
}
