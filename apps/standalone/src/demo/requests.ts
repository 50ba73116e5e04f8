import { Injectable } from '@nestjs/common';
import { FarmApplicationsService, FarmsService } from '#libs/farms';
import { ContactService } from '#libs/notifications';
import { UsersService } from '#libs/users';
import { demoApplicant } from './applicant.js';

/** Writes what waits for an admin when the demo shop opens: a farm's application and a message. */
@Injectable()
export class DemoRequests {
  constructor(
    private readonly users: UsersService,
    private readonly farms: FarmsService,
    private readonly applications: FarmApplicationsService,
    private readonly contact: ContactService,
  ) {}

  /** `subject` is the applicant's account. Resumes an interrupted run. */
  async write(subject: string): Promise<void> {
    await this.apply(subject);
    const { messages } = await this.contact.list({ limit: 1 });
    if (messages.length > 0) return;
    await this.contact.receive({
      firstName: 'Walter',
      lastName: 'Nyland',
      email: 'walter.nyland@example.org',
      subject: 'Boxes for a school kitchen',
      message:
        'We cook for 120 children in Hudson and would like roots and apples from your farms every week. Is there somebody we could talk to about regular orders?',
    });
  }

  private async apply(subject: string): Promise<void> {
    const { person, profile } = demoApplicant;
    const { role, firstName, lastName, email } = person;
    const { _id } = await this.users.register(
      { subject, email, firstName, lastName, imageUrl: null, role },
      async (user, session) => {
        const owner = { _id: user._id.toString(), role, name: `${firstName} ${lastName}` };
        await this.farms.openFarmOf(owner, session);
      },
    );
    const { farmId } = await this.users.get(_id);
    if (farmId === null) throw new Error('the applicant has no farm');
    const { appliedAt, version } = await this.farms.get(farmId);
    if (appliedAt !== null) return;
    await this.applications.update(farmId, { version, ...profile });
    await this.applications.apply(farmId);
  }
}
