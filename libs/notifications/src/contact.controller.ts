import { Body, Controller, Get, Ip, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type ChangeContactStatus,
  type ContactMessageDto,
  type ContactMessagesPage,
  type ContactMessagesQuery,
  type ContactReceipt,
  changeContactStatusSchema,
  contactMessageSchema,
  contactMessagesPageSchema,
  contactMessagesQuerySchema,
  contactReceiptSchema,
  idSchema,
  type SendContactMessage,
  sendContactMessageSchema,
} from '#libs/contracts';
import { ApiSchema, DomainError, networkOf, Public, Roles } from '#libs/platform';
import { ContactService } from './contact.service.js';
import { ContactLimit } from './contact-limit.js';

@ApiTags('contact')
@Controller()
export class ContactController {
  constructor(
    private readonly contact: ContactService,
    private readonly limit: ContactLimit,
  ) {}

  @Post('contact')
  @Public()
  @ApiSchema(contactReceiptSchema, 201)
  async send(
    @Body({ schema: sendContactMessageSchema }) body: SendContactMessage,
    @Ip() address: string,
  ): Promise<ContactReceipt> {
    const retryAfter = await this.limit.take(networkOf(address));
    if (retryAfter > 0) {
      const minutes = Math.ceil(retryAfter / 60);
      throw new DomainError('RATE_LIMITED', `Please write again in ${minutes} minutes`, {
        details: { retryAfter },
      });
    }
    return this.contact.receive(body);
  }

  @Get('contact-messages')
  @Roles('admin')
  @ApiSchema(contactMessagesPageSchema)
  list(
    @Query({ schema: contactMessagesQuerySchema }) query: ContactMessagesQuery,
  ): Promise<ContactMessagesPage> {
    return this.contact.list(query);
  }

  @Patch('contact-messages/:id')
  @Roles('admin')
  @ApiSchema(contactMessageSchema)
  changeStatus(
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: changeContactStatusSchema }) body: ChangeContactStatus,
  ): Promise<ContactMessageDto> {
    return this.contact.changeStatus(id, body);
  }
}
