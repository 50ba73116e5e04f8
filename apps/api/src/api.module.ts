import { type DynamicModule, Module } from '@nestjs/common';
import { AnalyticsHttpModule } from '#libs/analytics';
import { AuditHttpModule } from '#libs/audit';
import { CatalogueHttpModule } from '#libs/catalogue';
import { ConversationsHttpModule } from '#libs/conversations';
import { FarmsHttpModule, FarmsModule, FarmUploads } from '#libs/farms';
import { FavouritesHttpModule } from '#libs/favourites';
import { FulfilmentHttpModule } from '#libs/fulfilment';
import { IdentityModule } from '#libs/identity';
import { JobsHttpModule } from '#libs/jobs';
import { NotificationsHttpModule, NotificationsModule } from '#libs/notifications';
import { OrdersHttpModule } from '#libs/orders';
import { PaymentsHttpModule, PaymentsModule } from '#libs/payments';
import { PicturesHttpModule, PicturesModule } from '#libs/pictures';
import { AccessModule } from '#libs/platform';
import { ProblemsHttpModule } from '#libs/problems';
import { ProductsHttpModule } from '#libs/products';
import { ReviewsHttpModule } from '#libs/reviews';
import { UsersHttpModule, UsersModule } from '#libs/users';
import { ClerkWebhookController } from './clerk-webhook.controller.js';
import { RealtimeTicketController } from './realtime-ticket.controller.js';
import { DEMO_MODE, SettingsController } from './settings.controller.js';

/** All routes under `/api/v1`. Needs `CoreModule` and `DataModule` of the platform. */
@Module({})
export class ApiModule {
  static forRoot({ demo }: { demo: boolean }): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        IdentityModule,
        UsersModule,
        NotificationsModule,
        PicturesModule,
        AccessModule,
        AuditHttpModule,
        JobsHttpModule,
        AnalyticsHttpModule,
        UsersHttpModule,
        FarmsHttpModule,
        FulfilmentHttpModule,
        CatalogueHttpModule,
        ProductsHttpModule,
        ReviewsHttpModule,
        FavouritesHttpModule,
        OrdersHttpModule,
        ProblemsHttpModule,
        ConversationsHttpModule,
        PaymentsModule,
        PaymentsHttpModule,
        NotificationsHttpModule,
        PicturesHttpModule.withRights(FarmsModule, FarmUploads),
      ],
      controllers: [RealtimeTicketController, SettingsController, ClerkWebhookController],
      providers: [{ provide: DEMO_MODE, useValue: demo }],
    };
  }
}
