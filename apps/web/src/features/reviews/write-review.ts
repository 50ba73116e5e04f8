import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deletedReviewSchema,
  type EditReview,
  type OwnReviewDto,
  ownReviewDtoSchema,
  type PostReview,
} from '#libs/contracts';
import { request } from '../../lib/api';
import { liveStore } from '../../realtime/live-store';
import { putDeleted, putWritten } from './reviews.live';

/** `POST /reviews`, or `PATCH /reviews/:id` where there is one already. */
export function useSaveReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (words: PostReview | (EditReview & { _id: string })): Promise<OwnReviewDto> => {
      if ('orderId' in words) {
        return request(ownReviewDtoSchema, '/reviews', { method: 'POST', body: words });
      }
      const { _id, ...body } = words;
      return request(ownReviewDtoSchema, `/reviews/${_id}`, { method: 'PATCH', body });
    },
    onSuccess: (review) => liveStore(client).put([putWritten(review)]),
  });
}

/** `DELETE /reviews/:id`. */
export function useDeleteReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (review: OwnReviewDto) =>
      request(deletedReviewSchema, `/reviews/${review._id}`, { method: 'DELETE' }),
    onSuccess: (_, review) => liveStore(client).put([putDeleted(review)]),
  });
}
