import { Schema, type Types } from 'mongoose';
import { INVITATION_DAYS, type InvitationMail } from '#libs/contracts';

/** An invitation that is to be mailed, without its link; removed once the mail server has it. */
export interface WaitingInvitation {
  /** The id of the event that asked for it, and of its mail. */
  _id: Types.ObjectId;
  invitation: InvitationMail;
  createdAt: Date;
}

export const WAITING_INVITATION = 'WaitingInvitation';
export const waitingInvitationSchema = new Schema<WaitingInvitation>(
  {
    invitation: { type: Schema.Types.Mixed, required: true },
    // Later its link is void, whether it was mailed or not.
    createdAt: { type: Date, required: true, expires: INVITATION_DAYS * 86_400 },
  },
  { collection: 'invitationMails', versionKey: false },
);
