export type { Receipt } from './receipt.model.js';
export { authorOf } from './review.model.js';
export { ReviewsHttpModule, ReviewsModule, ReviewsWorkerModule } from './reviews.module.js';
export { type NewReceipt, type PastReview, ReviewsImport } from './reviews-import.js';
