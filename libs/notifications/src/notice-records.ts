import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { type PersonalRecords, RecordsOf, type RecordsOwner } from '#libs/platform';
import {
  CONTACT_MESSAGE,
  type ContactMessage,
  toContactMessageDto,
} from './contact-message.model.js';
import { NOTIFICATION, type Notification, toNotificationDto } from './notification.model.js';
import { PushDevices } from './push/push-devices.service.js';

/** A person's inbox and their messages to the market, for their archive. */
@Injectable()
export class NoticeRecords {
  constructor(
    @InjectModel(NOTIFICATION) private readonly notifications: Model<Notification>,
    @InjectModel(CONTACT_MESSAGE) private readonly messages: Model<ContactMessage>,
    private readonly devices: PushDevices,
  ) {}

  @RecordsOf('notifications')
  async notices({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const found = await this.notifications
      .find({ userId: new Types.ObjectId(userId) })
      .sort({ _id: -1 })
      .lean<Notification[]>();
    return { rows: found.map(toNotificationDto) };
  }

  @RecordsOf('devices')
  async pushDevices({ userId }: RecordsOwner): Promise<PersonalRecords> {
    const { devices, quiet } = await this.devices.get(userId);
    return { rows: [...devices, ...(quiet ? [{ quiet }] : [])] };
  }

  @RecordsOf('contactMessages')
  async contactMessages({ email }: RecordsOwner): Promise<PersonalRecords> {
    if (email === null) return { rows: [] };
    const found = await this.messages.find({ email }).sort({ _id: -1 }).lean<ContactMessage[]>();
    return { rows: found.map(toContactMessageDto) };
  }
}
