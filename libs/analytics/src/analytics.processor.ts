import { Injectable } from '@nestjs/common';
import { type DomainEvent, type ProductChange, toCents } from '#libs/contracts';
import { type ClientSession, OnEvent } from '#libs/platform';
import { AnalyticsService } from './analytics.service.js';

/** Keeps the figures in step with the events; each event counts once. */
@Injectable()
export class AnalyticsProcessor {
  constructor(private readonly analytics: AnalyticsService) {}

  @OnEvent('user.registered')
  async countUser(
    { payload: { user } }: DomainEvent<'user.registered'>,
    session: ClientSession,
  ): Promise<void> {
    await this.analytics.add(session, 'users', {
      total: 1,
      active: user.status === 'active' ? 1 : 0,
      [user.role]: 1,
    });
  }

  @OnEvent('user.status-changed')
  async countActiveUsers(
    { payload: { user, from } }: DomainEvent<'user.status-changed'>,
    session: ClientSession,
  ): Promise<void> {
    await this.analytics.add(session, 'users', {
      active: Number(user.status === 'active') - Number(from === 'active'),
    });
  }

  @OnEvent('order.placed')
  async countOrder(
    { payload: { order } }: DomainEvent<'order.placed'>,
    session: ClientSession,
  ): Promise<void> {
    await this.analytics.add(session, 'orders', { total: 1, revenue: toCents(order.totalPrice) });
  }

  @OnEvent('order.part-status-changed')
  async adjustRevenue(
    { payload }: DomainEvent<'order.part-status-changed'>,
    session: ClientSession,
  ): Promise<void> {
    await this.analytics.add(session, 'orders', { revenue: toCents(payload.totalChange) });
  }

  @OnEvent('product.created')
  async countProduct(
    { payload: { product } }: DomainEvent<'product.created'>,
    session: ClientSession,
  ): Promise<void> {
    await this.analytics.add(session, 'products', {
      total: 1,
      active: active(product),
      outOfStock: outOfStock(product),
    });
  }

  @OnEvent('product.stock-changed')
  async countStock(
    { payload: { change, before } }: DomainEvent<'product.stock-changed'>,
    session: ClientSession,
  ): Promise<void> {
    await this.analytics.add(session, 'products', {
      active: active(change) - active(before),
      outOfStock: outOfStock(change) - outOfStock(before),
    });
  }
}

type Counted = Pick<ProductChange, 'status' | 'stock'>;
const active = (product: Counted) => Number(product.status === 'live');
const outOfStock = (product: Counted) =>
  Number(product.status === 'live' && product.stock === 'sold_out');
