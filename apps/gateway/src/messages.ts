import { Catch, type ExceptionFilter, Injectable, type PipeTransform } from '@nestjs/common';
import { WsException } from '@nestjs/websockets';

interface Schema<Message> {
  safeParse(data: unknown): { success: true; data: Message } | { success: false };
}

/** Parses a client's message; throws `MESSAGE_INVALID`. */
@Injectable()
export class SchemaPipe<Message> implements PipeTransform<unknown, Message> {
  constructor(private readonly schema: Schema<Message>) {}

  transform(data: unknown): Message {
    const parsed = this.schema.safeParse(data);
    if (!parsed.success) throw new WsException('MESSAGE_INVALID');
    return parsed.data;
  }
}

/** Ignores invalid messages: answering them would amplify a flood. The web app sends none. */
@Catch(WsException)
export class IgnoreBadMessages implements ExceptionFilter<WsException> {
  catch(): void {}
}
