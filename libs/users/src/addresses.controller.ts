import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AddAddress,
  type AddressBook,
  addAddressSchema,
  addressBookSchema,
  idSchema,
  type UpdateAddress,
  updateAddressSchema,
} from '#libs/contracts';
import { ApiSchema, CurrentPrincipal, type Principal, SignedIn } from '#libs/platform';
import { AddressesService } from './addresses.service.js';

/** The caller's own addresses; every response is the whole address book. */
@ApiTags('users')
@Controller('users/me/addresses')
@SignedIn({ asCrew: true })
export class AddressesController {
  constructor(private readonly addresses: AddressesService) {}

  @Get()
  @ApiSchema(addressBookSchema)
  list(@CurrentPrincipal() { userId }: Principal): Promise<AddressBook> {
    return this.addresses.list(userId);
  }

  @Post()
  @ApiSchema(addressBookSchema, 201)
  add(
    @CurrentPrincipal() { userId }: Principal,
    @Body({ schema: addAddressSchema }) body: AddAddress,
  ): Promise<AddressBook> {
    return this.addresses.add(userId, body);
  }

  @Patch(':id')
  @ApiSchema(addressBookSchema)
  update(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: updateAddressSchema }) body: UpdateAddress,
  ): Promise<AddressBook> {
    return this.addresses.update(userId, id, body);
  }

  @Delete(':id')
  @ApiSchema(addressBookSchema)
  remove(
    @CurrentPrincipal() { userId }: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<AddressBook> {
    return this.addresses.remove(userId, id);
  }
}
