import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type AllReviewsPage,
  type AllReviewsQuery,
  allReviewsPageSchema,
  allReviewsQuerySchema,
  type DeletedReview,
  deletedReviewSchema,
  type EditReview,
  editReviewSchema,
  type FarmReviewsPage,
  type FarmReviewsQuery,
  type FeaturedReviews,
  farmReviewsPageSchema,
  farmReviewsQuerySchema,
  featuredReviewsSchema,
  idSchema,
  type ModerateReview,
  moderateReviewSchema,
  type OwnReviewDto,
  type OwnReviewsPage,
  type OwnReviewsQuery,
  ownReviewDtoSchema,
  ownReviewsPageSchema,
  ownReviewsQuerySchema,
  type PostReview,
  postReviewSchema,
  type ReceiptsPage,
  type ReplyToReview,
  type ReviewDto,
  type ReviewsPage,
  type ReviewsQuery,
  receiptsPageSchema,
  replyToReviewSchema,
  reviewDtoSchema,
  reviewsPageSchema,
  reviewsQuerySchema,
  slugSchema,
} from '#libs/contracts';
import {
  ApiSchema,
  CurrentPrincipal,
  DomainError,
  type Principal,
  Public,
  Roles,
} from '#libs/platform';
import { ReviewListsService } from './review-lists.service.js';
import { ReviewsService } from './reviews.service.js';

@ApiTags('reviews')
@Controller()
export class ReviewsController {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly lists: ReviewListsService,
  ) {}

  @Get('products/:id/reviews')
  @Public()
  @ApiSchema(reviewsPageSchema)
  ofProduct(
    @Param('id', { schema: idSchema }) id: string,
    @Query({ schema: reviewsQuerySchema }) query: ReviewsQuery,
  ): Promise<ReviewsPage> {
    return this.lists.ofProduct(id, query);
  }

  @Get('farms/:slug/reviews')
  @Public()
  @ApiSchema(reviewsPageSchema)
  ofFarm(
    @Param('slug', { schema: slugSchema }) slug: string,
    @Query({ schema: reviewsQuerySchema }) query: ReviewsQuery,
  ): Promise<ReviewsPage> {
    return this.lists.ofFarm(slug, query);
  }

  @Get('reviews/featured')
  @Public()
  @ApiSchema(featuredReviewsSchema)
  featured(): Promise<FeaturedReviews> {
    return this.lists.featured();
  }

  @Get('farms/mine/reviews')
  @Roles('farmer')
  @ApiSchema(farmReviewsPageSchema)
  forFarmer(
    @CurrentPrincipal() { farmId }: Principal,
    @Query({ schema: farmReviewsQuerySchema }) query: FarmReviewsQuery,
  ): Promise<FarmReviewsPage> {
    if (!farmId) throw new DomainError('FARM_NOT_FOUND');
    return this.lists.forFarmer(farmId, query);
  }

  @Get('reviews')
  @Roles('admin')
  @ApiSchema(allReviewsPageSchema)
  all(@Query({ schema: allReviewsQuerySchema }) query: AllReviewsQuery): Promise<AllReviewsPage> {
    return this.lists.all(query);
  }

  @Get('reviews/mine')
  @Roles('customer')
  @ApiSchema(ownReviewsPageSchema)
  mine(
    @CurrentPrincipal() { userId }: Principal,
    @Query({ schema: ownReviewsQuerySchema }) query: OwnReviewsQuery,
  ): Promise<OwnReviewsPage> {
    return this.lists.ofCustomer(userId, query);
  }

  @Get('reviews/mine/waiting')
  @Roles('customer')
  @ApiSchema(receiptsPageSchema)
  waiting(
    @CurrentPrincipal() { userId }: Principal,
    @Query({ schema: ownReviewsQuerySchema }) query: OwnReviewsQuery,
  ): Promise<ReceiptsPage> {
    return this.lists.waiting(userId, query);
  }

  @Post('reviews')
  @HttpCode(200)
  @Roles('customer')
  @ApiSchema(ownReviewDtoSchema)
  post(
    @CurrentPrincipal() customer: Principal,
    @Body({ schema: postReviewSchema }) body: PostReview,
  ): Promise<OwnReviewDto> {
    return this.reviews.post(customer, body);
  }

  @Patch('reviews/:id')
  @Roles('customer')
  @ApiSchema(ownReviewDtoSchema)
  edit(
    @CurrentPrincipal() customer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: editReviewSchema }) body: EditReview,
  ): Promise<OwnReviewDto> {
    return this.reviews.edit(customer, id, body);
  }

  @Delete('reviews/:id')
  @Roles('customer')
  @ApiSchema(deletedReviewSchema)
  remove(
    @CurrentPrincipal() customer: Principal,
    @Param('id', { schema: idSchema }) id: string,
  ): Promise<DeletedReview> {
    return this.reviews.remove(customer, id);
  }

  @Put('reviews/:id/reply')
  @Roles('farmer')
  @ApiSchema(reviewDtoSchema)
  reply(
    @CurrentPrincipal() farmer: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: replyToReviewSchema }) body: ReplyToReview,
  ): Promise<ReviewDto> {
    return this.reviews.reply(farmer, id, body);
  }

  @Patch('reviews/:id/moderation')
  @Roles('admin')
  @ApiSchema(ownReviewDtoSchema)
  moderate(
    @CurrentPrincipal() admin: Principal,
    @Param('id', { schema: idSchema }) id: string,
    @Body({ schema: moderateReviewSchema }) body: ModerateReview,
  ): Promise<OwnReviewDto> {
    return this.reviews.moderate(admin, id, body);
  }
}
