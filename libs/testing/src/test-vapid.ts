/** A key pair for VAPID, of tests only. */
export const TEST_VAPID = {
  VAPID_PUBLIC_KEY:
    'BNodS4ORWX4PCu8jFcOwFzR_J5OgYjxUMaBK2fSQmgsIQxgF3pyhOi95E0zONPabOsiDDG6drMah3OoM5-kGSEs',
  VAPID_PRIVATE_KEY: '2a3bvYuSskajpoyrHpS0c6hPVGzlluV5AW2W7wBIRmU',
};
