import { applyDecorators, Header } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { CalendarEntry } from '#libs/contracts';

/** The media type of such a file, as mails name it too. */
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8; method=PUBLISH';

/** How often calendars that subscribe to a file should read it again, in seconds. */
const READ_AGAIN_SECONDS = 3_600;

/** For a route whose response is an iCalendar file of that name. */
export const CalendarFile = (name: string): MethodDecorator =>
  applyDecorators(
    Header('content-type', CALENDAR_TYPE),
    Header('content-disposition', `attachment; filename="${name}"`),
    ApiProduces('text/calendar'),
    ApiOkResponse({ schema: { type: 'string' } }),
  );

/**
 * An iCalendar file (RFC 5545) with all times in UTC, so that it needs no time zone tables. `site` is the address of
 * this installation, without a trailing slash; `name` is that of a calendar that people subscribe to.
 */
export const toCalendar = (
  entries: readonly CalendarEntry[],
  { site, name }: { site: string; name?: string },
): string =>
  ical({
    prodId: { company: 'Farmgate', product: 'Orders' },
    method: ICalCalendarMethod.PUBLISH,
    ...(name !== undefined && { name, ttl: READ_AGAIN_SECONDS }),
    events: entries.map((entry) => ({
      id: entry.uid,
      sequence: entry.sequence,
      stamp: new Date(entry.changedAt),
      lastModified: new Date(entry.changedAt),
      start: new Date(entry.startAt),
      end: new Date(entry.endAt),
      summary: entry.title,
      description: entry.text,
      ...(entry.location !== null && { location: entry.location }),
      url: `${site}${entry.path}`,
      status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })),
  }).toString();
