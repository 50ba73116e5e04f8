import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsHttpModule } from '#libs/analytics';
import { FarmsHttpModule } from '#libs/farms';
import { NotificationsHttpModule } from '#libs/notifications';
import { OrdersHttpModule } from '#libs/orders';
import { PicturesHttpModule } from '#libs/pictures';
import { AccessModule, AuditHttpModule, FailedJobsHttpModule } from '#libs/platform';
import { FavouritesHttpModule, ProductsHttpModule, ReviewsHttpModule } from '#libs/products';
import { UsersHttpModule } from '#libs/users';
import { ClerkWebhookController } from './clerk-webhook.controller.js';
import { RealtimeTicketController } from './realtime-ticket.controller.js';
import { DEMO_MODE, SettingsController } from './settings.controller.js';

/** What the API serves. Needs the platform, identity and users around it. */
@Module({})
export class ApiModule {
  static forRoot({ demo }: { demo: boolean }): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        AccessModule,
        AuditHttpModule,
        FailedJobsHttpModule,
        AnalyticsHttpModule,
        UsersHttpModule,
        FarmsHttpModule,
        ProductsHttpModule,
        ReviewsHttpModule,
        FavouritesHttpModule,
        OrdersHttpModule,
        NotificationsHttpModule,
        PicturesHttpModule,
      ],
      controllers: [RealtimeTicketController, SettingsController, ClerkWebhookController],
      providers: [{ provide: DEMO_MODE, useValue: demo }],
    };
  }
}
