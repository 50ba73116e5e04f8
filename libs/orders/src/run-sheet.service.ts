import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  type DayQuery,
  OPEN_PARTS,
  type OwnFarmDto,
  type RunSheet,
  toDollars,
} from '#libs/contracts';
import { FarmsService } from '#libs/farms';
import { type Principal, readWithTotal } from '#libs/platform';
import { type Place, shortRound } from './delivery-round.js';
import { farmOf, OLDEST, ofFarm, partsOf, toCollect } from './farm-parts.js';
import { ORDER, type Order } from './order.model.js';
import { viewerOf } from './order-access.js';
import { toOrderDto } from './order-dto.js';
import { onDay } from './order-filter.js';
import { zipCentres } from './zip-centres.js';

/** Maximum number of stops on one round. */
const STOPS_MAX = 300;

type Stop = RunSheet['stops'][number];

/** The deliveries of a farm in the order of a round. */
@Injectable()
export class RunSheetService {
  constructor(
    @InjectModel(ORDER) private readonly orders: Model<Order>,
    private readonly farms: FarmsService,
  ) {}

  /**
   * By ZIP code, these along a short round through their centres from the farm and back; within one by street. Unknown
   * ones come last. Throws `FARM_NOT_FOUND` without a farm.
   */
  async runSheet(farmer: Principal, { day }: DayQuery): Promise<RunSheet> {
    const farmId = farmOf(farmer);
    const hasDate = day !== undefined && day !== 'none';
    const { found, total } = await readWithTotal(this.orders, {
      filter: ofFarm(farmId, {
        fulfilment: 'delivery',
        status: { $in: hasDate ? [...OPEN_PARTS, 'delivered'] : OPEN_PARTS },
        ...(day && onDay(day)),
      }),
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
    const stopsAt = (zip: string | undefined, isOnRound: boolean): Stop[] =>
      parts
        .filter(({ order }) => zipOf(order) === zip)
        .map(({ order, part }) => ({
          ...toOrderDto(order, viewerOf(farmer)),
          isOnRound,
          toCollect: toDollars(toCollect(order, part)),
        }))
        .sort(byStreet);
    return {
      stops: [
        ...round.flatMap((zip) => stopsAt(zip, true)),
        ...zips.filter((zip) => !round.includes(zip)).flatMap((zip) => stopsAt(zip, false)),
      ],
      startsAtFarm: start !== null,
      total,
    };
  }
}

const streets = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const zipOf = ({ address }: Order) => address.postalCode.slice(0, 5);

/** `2 Elm St` before `10 Elm St`: by the street without its number, then by the number. */
function byStreet(a: Stop, b: Stop): number {
  const line = ({ address }: Stop) => address?.line1 ?? '';
  const street = (stop: Stop) => line(stop).replace(/^\d+\S*\s+/, '');
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
