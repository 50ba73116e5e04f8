import { PICTURE_MAX_BYTES } from '#libs/contracts';
import { defineMessages } from '../lib/text/messages';

const MEGA = 1024 * 1024;

export const uploadText = defineMessages({
  en: {
    limits:
      'JPEG, PNG, WebP or AVIF; large ones are made smaller before they are sent. Share HEIC pictures of an iPhone as JPEG.',
    dropHere: 'or drop it here',
    uploaded: (name: string) => `${name} is uploaded`,
    uploading: (name: string) => `Uploading ${name}`,
    shrinking: (name: string) => `Making ${name} smaller`,
    shrinkingNow: 'Making it smaller…',
    percent: (part: number) => `${Math.round(part * 100)}%`,
    unsupportedType: 'Only JPEG, PNG, WebP and AVIF pictures can be used.',
    heic: 'This browser cannot read HEIC pictures. On the iPhone choose Settings, Camera, Formats, Most Compatible, or share the picture as JPEG.',
    tooBig: (mb: string) => `It has ${mb} MB; ${PICTURE_MAX_BYTES / MEGA} MB is the most.`,
    tooMany: (most: number) =>
      most === 1 ? 'Only one picture has room.' : `Only ${most} pictures have room.`,
    failed: 'It could not be uploaded.',
    again: (name: string) => `Try ${name} again`,
    drop: (name: string) => `Leave out ${name}`,
    stop: (name: string) => `Stop uploading ${name}`,
    stillUploading: 'A picture is still on its way.',
    offline: 'Needs a connection',
  },
});
