import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deletedReviewSchema,
  type EditReview,
  type OwnReviewDto,
  ownReviewDtoSchema,
  type PostReview,
} from '#libs/contracts';
import { request } from '../../lib/api/api';
import { liveStore } from '../../realtime/live-store';
import { putDeletedReview, putWrittenReview } from './reviews.live';

/** `POST /reviews`, or `PATCH /reviews/:id` for an existing one. */
export function useSaveReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (content: PostReview | (EditReview & { _id: string })): Promise<OwnReviewDto> => {
      if ('orderId' in content) {
        return request(ownReviewDtoSchema, '/reviews', { method: 'POST', body: content });
      }
      const { _id, ...body } = content;
      return request(ownReviewDtoSchema, `/reviews/${_id}`, { method: 'PATCH', body });
    },
    onSuccess: (review) => liveStore(client).put([putWrittenReview(review)]),
  });
}

/** `DELETE /reviews/:id`. */
export function useDeleteReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: OwnReviewDto) =>
      request(deletedReviewSchema, `/reviews/${review._id}`, { method: 'DELETE' }),
    onSuccess: (_, review) => liveStore(client).put([putDeletedReview(review)]),
  });
}
