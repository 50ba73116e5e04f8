import {
  addDollars,
  type CartDto,
  type CartItem,
  comparablePrice,
  type FarmDto,
  type ProductDto,
  type Role,
  toCents,
  type UserDto,
  withProduct,
} from '#libs/contracts';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

/** An id that shows its kind in a failing test: `f…1` is the first farm, `c…2` the second product. */
export function fakeId(kind: 'farm' | 'product' | 'user' | 'order' | 'part', n: number): string {
  const digit = { farm: 'f', product: 'c', user: 'a', order: '0', part: 'b' }[kind];
  return digit + n.toString(16).padStart(23, '0');
}

const farmRows: [slug: string, name: string, tagline: string, city: string, state: string][] = [
  ['hollow-creek-farm', 'Hollow Creek Farm', 'Roots and greens from river soil', 'Amherst', 'MA'],
  ['windfall-orchard', 'Windfall Orchard', 'Old apples, new cider', 'Colrain', 'MA'],
  ['dusk-and-spore', 'Dusk & Spore', 'Mushrooms from a quiet barn', 'Hadley', 'MA'],
  ['bluebell-dairy', 'Bluebell Dairy', 'Eggs, milk and butter', 'Whately', 'MA'],
];

export function makeFarms(): FarmDto[] {
  return farmRows.map(([slug, name, tagline, city, state], index) => ({
    _id: fakeId('farm', index + 1),
    slug,
    name,
    tagline,
    story: `${name} has been worked by one family for three generations. We pick in the morning and bring what we picked.`,
    practices: ['No synthetic pesticides', 'Cover crops in winter'],
    certification: index % 2 === 0 ? 'USDA Organic' : null,
    image: `/produce/farm-${slug}.svg`,
    cover: null,
    city,
    state,
    fulfilment: index === 2 ? ['pickup'] : ['delivery', 'pickup'],
    pickupPlace: `Barn door, 1${index} Mill Road, ${city}`,
    pickupDetails: null,
    certificates: [],
    rating: null,
    ratingVersion: 0,
    holiday: null,
    minimumOrder: { delivery: 0, pickup: 0 },
    cardsOnly: false,
    status: 'approved',
    version: 1,
  }));
}

type Row = [
  slug: string,
  name: string,
  category: ProductDto['category'],
  price: number,
  unit: ProductDto['unit'],
  available: number,
  hours: number,
  farm: number,
];
const productRows: Row[] = [
  ['tomato', 'Brandywine Tomatoes', 'vegetables', 4.5, 'lb', 18, 5, 1],
  ['carrot', 'Rainbow Carrots', 'roots', 3.25, 'bunch', 24, 14, 1],
  ['kale', 'Lacinato Kale', 'greens', 3.75, 'bunch', 4, 9, 1],
  ['red-apple', 'Northern Spy Apples', 'fruit', 2.8, 'lb', 60, 30, 2],
  ['oyster-mushrooms', 'Oyster Mushrooms', 'mushrooms', 8, 'pint', 3, 7, 3],
  ['egg', 'Pasture Eggs', 'eggs-dairy', 6.5, 'dozen', 12, 20, 4],
  ['basil', 'Genovese Basil', 'herbs', 2.5, 'bunch', 0, 11, 1],
  ['honey', 'Wildflower Honey', 'pantry', 11, 'each', 15, 300, 2],
  ['strawberry', 'Earliglow Strawberries', 'fruit', 5.5, 'pint', 9, 3, 2],
  ['pumpkin', 'Sugar Pumpkins', 'vegetables', 1.6, 'lb', 80, 60, 1],
  ['milk', 'Whole Milk', 'eggs-dairy', 4.25, 'each', 22, 16, 4],
  ['rosemary', 'Rosemary', 'herbs', 2, 'bunch', 11, 26, 1],
  ['shiitake', 'Log-grown Shiitake', 'mushrooms', 9.5, 'pint', 7, 18, 3],
  ['sweet-potato', 'Covington Sweet Potatoes', 'roots', 2.2, 'lb', 45, 90, 1],
];

export function makeProducts(farms: readonly FarmDto[]): ProductDto[] {
  return productRows.map(([slug, name, category, price, unit, available, hours, farmAt], index) => {
    const farm = farms[farmAt - 1];
    if (farm === undefined) throw new Error(`no farm ${farmAt} in the fixtures`);
    const step = unit === 'lb' ? 0.5 : 1;
    return {
      _id: fakeId('product', index + 1),
      name,
      description: `${name}, grown at ${farm.name} and picked by hand when they are ready, not before.`,
      category,
      organic: farm.certification !== null,
      price,
      unit,
      comparablePrice: comparablePrice(toCents(price), unit),
      showsCount: true,
      step,
      minimum: step,
      available,
      stock: available === 0 ? 'sold_out' : available <= 5 ? 'low' : 'in_stock',
      image: `/produce/${slug}.svg`,
      images: [{ url: `/produce/${slug}.svg`, alt: name }],
      farmer: farm.name,
      farmId: farm._id,
      farmSlug: farm.slug,
      certification: farm.certification,
      holidayUntil: null,
      rating: index % 3 === 0 ? 4.7 : null,
      reviewCount: index % 3 === 0 ? 12 : 0,
      harvestedAt: ago(hours),
      bestBefore: ago(hours - 24 * 7),
      allergens: category === 'eggs-dairy' ? ['Milk or egg'] : [],
      storage: 'Keep cool and dark; eat within a week.',
      nutrition: { calories: 18, protein: 0.9, carbohydrates: 3.9, fiber: 1.2, vitaminC: null },
      features: ['Picked by hand', 'No packaging'],
      status: 'live',
      version: 1,
      detailsVersion: 1,
    };
  });
}

export function makeUser(role: Role, patch: Partial<UserDto> = {}): UserDto {
  const n = { customer: 1, farmer: 2, admin: 3 }[role];
  const names = {
    customer: ['Casey', 'Rivers'],
    farmer: ['Frances', 'Holm'],
    admin: ['Ada', 'Moss'],
  };
  const [firstName = '', lastName = ''] = names[role];
  return {
    _id: fakeId('user', n),
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    email: `${role}@example.org`,
    role,
    status: 'active',
    imageUrl: null,
    phone: null,
    farmId: role === 'farmer' ? fakeId('farm', 1) : null,
    createdAt: '2026-01-05T08:00:00.000Z',
    version: 1,
    ...patch,
  };
}

export function makeCartItem(product: ProductDto, quantity: number): CartItem {
  const { _id, name, price, unit, step, minimum, available, image, farmId, farmer } = product;
  return withProduct(
    {
      productId: _id,
      id: _id,
      held: 0,
      buyable: true,
      seen: { price },
      productVersion: product.version,
      name,
      price,
      quantity,
      unit,
      step,
      minimum,
      available,
      image,
      farmId,
      farmer,
    },
    {},
  );
}

export function makeCart(items: CartItem[], version: number): CartDto {
  return {
    items,
    total: addDollars(...items.map(({ total }) => total)),
    itemCount: items.reduce((sum, item) => sum + item.quantity, 0),
    version,
  };
}

/** An unsigned token with the claims that the app reads; nothing verifies it. */
export function makeToken(sub: string, email: string, seconds = 900): string {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');
  const exp = Math.floor(Date.now() / 1000) + seconds;
  return `${part({ alg: 'none' })}.${part({ sub, email, exp })}.x`;
}
