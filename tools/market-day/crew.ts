import {
  type DomainEvent,
  type FarmRole,
  mayTakeStep,
  nextStep,
  type PackingOrderDto,
  type PackingOrders,
  packingOrderDtoSchema,
  type StopDto,
  type Stops,
  stopDtoSchema,
  userDtoSchema,
} from '#libs/contracts';
import type { Chance } from './chance';
import type { Pace } from './customer';
import type { Person } from './person';
import { crewScreens, packing, round } from './roles';

export type CrewRole = Exclude<FarmRole, 'owner'>;

/** The events of orders that each may receive. */
const OWN_EVENTS: Readonly<Record<CrewRole, string>> = {
  packer: 'order.packing-changed',
  driver: 'order.stop-changed',
};
/** The names of fields with money. */
const MONEY = /"\w*(price|total|amount|cents|fee|payment|cost|refund)\w*":/i;
/** After how many acts a driver leaves the farm. */
const DRIVEN = 15;

/** Somebody who packs or drives for a farm, from a list that is updated only by events. */
export class CrewMember {
  constructor(
    private readonly person: Person,
    private readonly role: CrewRole,
    private readonly chance: Chance,
    private readonly pace: Pace,
    private readonly onFault: (what: string) => void,
  ) {
    person.onEvent = (event) => this.#look(event);
  }

  /** Works until the market closes; a driver only for a while. Returns whether they still work for the farm. */
  async work(signal: AbortSignal): Promise<boolean> {
    for (let acts = 0; this.role === 'packer' || acts < DRIVEN; acts += 1) {
      await this.person.think(this.chance.between(this.pace.least, this.pace.most));
      if (signal.aborted) return true;
      await (this.role === 'packer' ? this.#pack() : this.#drive());
    }
    return !(await this.#leave(signal));
  }

  #pack(): Promise<void> {
    const { orders = [] } = this.person.sees<PackingOrders>(packing.queryKey) ?? {};
    return this.#step(orders, 'packing-orders', packingOrderDtoSchema);
  }

  #drive(): Promise<void> {
    const { stops = [] } = this.person.sees<Stops>(round.queryKey) ?? {};
    return this.#step(stops, 'stops', stopDtoSchema);
  }

  /** Takes the next step with one of the orders that wait for this role. */
  async #step(
    orders: readonly (PackingOrderDto | StopDto)[],
    list: 'packing-orders' | 'stops',
    schema: typeof packingOrderDtoSchema | typeof stopDtoSchema,
  ): Promise<void> {
    const waiting = orders.flatMap((order) => {
      const fulfilment = 'fulfilment' in order ? order.fulfilment : 'delivery';
      const status = nextStep(order.status, fulfilment);
      return status && mayTakeStep(this.role, fulfilment, status) ? [{ order, status }] : [];
    });
    const next = this.chance.of(waiting);
    if (!next) return;
    const { order, status } = next;
    const path = `/farms/mine/${list}/${order._id}/steps`;
    const body = { status, version: order.version };
    await this.person.do(`${status} by a ${this.role}`, schema, path, { method: 'POST', body });
  }

  /** Leaves the farm, whose events must end at once. Returns whether it was possible. */
  async #leave(signal: AbortSignal): Promise<boolean> {
    const { farmId } = this.person.user;
    for (const screen of crewScreens(this.role)) this.person.hide(screen);
    const left = this.person.becomesDisconnected(signal);
    const body = { farmId };
    const user = await this.person.do('leave a farm', userDtoSchema, '/team/leave', {
      method: 'POST',
      body,
    });
    if (!user) return false;
    if (!(await left) && !signal.aborted)
      this.onFault(`a ${this.role} who left is still connected as one`);
    return true;
  }

  /** Nobody of the crew receives another one's events, and a packer no price. */
  #look({ name, payload }: DomainEvent): void {
    if (name.startsWith('order.') && name !== OWN_EVENTS[this.role])
      this.onFault(`a ${this.role} received ${name}`);
    if (this.role === 'packer' && name.startsWith('order.') && MONEY.test(JSON.stringify(payload)))
      this.onFault(`a packer received a price: ${JSON.stringify(payload)}`);
  }
}
