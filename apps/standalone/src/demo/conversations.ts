import { Injectable } from '@nestjs/common';
import type { UserDto } from '#libs/contracts';
import { ConversationsService } from '#libs/conversations';
import { OrdersImport } from '#libs/orders';
import { principalOf } from './principal.js';

const RECENT_MS = 10 * 86_400_000;
const QUESTION = 'These were the best in weeks. Will there be more of them on Friday?';
const ANSWER = 'Yes, there will! Order by Wednesday evening, and we keep a box for you.';

/** Writes a conversation about what the demo customer got last: a question, and an answer that is not read yet. */
@Injectable()
export class DemoConversations {
  constructor(
    private readonly orders: OrdersImport,
    private readonly conversations: ConversationsService,
  ) {}

  /** Resumes an interrupted run. */
  async write(users: readonly UserDto[]): Promise<void> {
    const customer = users.find(({ role }) => role === 'customer');
    const parts = await this.orders.handedOver(new Date(Date.now() - RECENT_MS));
    const part = parts.find(({ customerId }) => customerId === customer?._id);
    const farmer = users.find(({ farmId }) => farmId !== null && farmId === part?.farmId);
    if (!customer || !farmer || !part) return;
    const { orderId, partId } = part;
    const ids = { orderId, partId };
    const key = `demo-message-${partId}`;
    const asked = { text: QUESTION, pictures: [] };
    const { number } = await this.conversations.send(principalOf(customer), key, ids, asked);
    await this.conversations.read(principalOf(farmer), ids, number);
    await this.conversations.send(principalOf(farmer), key, ids, { text: ANSWER, pictures: [] });
  }
}
