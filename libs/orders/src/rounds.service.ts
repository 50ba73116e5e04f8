import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, QueryFilter, Types } from 'mongoose';
import type { OwnFarmDto } from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { readWithTotal } from '#libs/platform';
import { type Place, shortRound } from './delivery-round.js';
import { type FarmPart, OLDEST, ofFarm, partsOf } from './farm-parts.js';
import { ORDER, type Order, type Part } from './order.model.js';
import { zipCentres } from './zip-centres.js';

/** Maximum number of stops on one round. */
const STOPS_MAX = 300;

/** A delivery, and whether the place of its ZIP code is known. */
interface PlannedPart extends FarmPart {
  readonly isOnRound: boolean;
}

/** Plans the rounds of a farm's deliveries. */
@Injectable()
export class RoundsService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly farms: FarmsService,
  ) {}

  /**
   * The deliveries that meet any of these conditions: by ZIP code, these along a short round through their centres from
   * the farm and back; within one by street. Unknown ones come last.
   */
  async plan(
    farmId: Types.ObjectId,
    conditions: readonly QueryFilter<Part>[],
  ): Promise<{ parts: PlannedPart[]; startsAtFarm: boolean; total: number }> {
    const filters = conditions.map((one) => ofFarm(farmId, { fulfilment: 'delivery', ...one }));
    const { found, total } = await readWithTotal(this.orders, {
      filter: filters.length === 1 && filters[0] ? filters[0] : { $or: filters },
      sort: OLDEST,
      limit: STOPS_MAX,
    });
    const centreOf = await zipCentres();
    const start = placeOf(await this.farms.get(farmId.toString()), centreOf);
    const parts = partsOf(farmId, found.slice(0, STOPS_MAX));
    const zips = [...new Set(parts.map(({ order }) => zipOf(order)))].sort();
    const known = zips.flatMap((zip) => {
      const centre = centreOf(zip);
      return centre ? [{ zip, centre }] : [];
    });
    const round = shortRound(
      known.map(({ centre }) => centre),
      start ?? undefined,
    ).map((at) => known[at]?.zip);
    const partsAt = (zip: string | undefined, isOnRound: boolean): PlannedPart[] =>
      parts
        .filter(({ order }) => zipOf(order) === zip)
        .map((one) => ({ ...one, isOnRound }))
        .sort(byStreet);
    return {
      parts: [
        ...round.flatMap((zip) => partsAt(zip, true)),
        ...zips.filter((zip) => !round.includes(zip)).flatMap((zip) => partsAt(zip, false)),
      ],
      startsAtFarm: start !== null,
      total,
    };
  }
}

const streets = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const zipOf = ({ address }: Order) => address.postalCode.slice(0, 5);

/** `2 Elm St` before `10 Elm St`: by the street without its number, then by the number. */
function byStreet(a: FarmPart, b: FarmPart): number {
  const line = ({ order }: FarmPart) => order.address.line1;
  const street = (one: FarmPart) => line(one).replace(/^\d+\S*\s+/, '');
  return streets.compare(street(a), street(b)) || streets.compare(line(a), line(b));
}

/** Where the farm is: the place it has set, else the ZIP code in one of its addresses. */
function placeOf(
  { pickupDetails, pickupPlace }: OwnFarmDto,
  centreOf: (postalCode: string) => Place | null,
): Place | null {
  const zips = `${pickupPlace ?? ''} ${pickupDetails?.address ?? ''}`.match(/\b\d{5}\b/g) ?? [];
  return pickupDetails?.location ?? zips.map(centreOf).findLast((place) => place !== null) ?? null;
}
