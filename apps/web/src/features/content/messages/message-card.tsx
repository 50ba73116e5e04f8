import { Mail } from 'lucide-react';
import type { ContactMessageDto, ContactStatus } from '#libs/contracts';
import { formatDateTime } from '../../../lib/text/format';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { Icon } from '../../../ui/icon';
import { messagesText as text } from '../texts';

/** One contact message with its status and actions. */
export function MessageCard({
  message,
  busy,
  blocked,
  onChange,
}: {
  message: ContactMessageDto;
  busy: boolean;
  blocked: string | null;
  onChange: (status: ContactStatus) => void;
}) {
  const { reference, subject, email, status } = message;
  const name = `${message.firstName} ${message.lastName}`;
  const next: ContactStatus = status === 'open' ? 'answered' : 'open';
  const nextText = next === 'answered' ? text.markAnswered : text.markOpen;
  const mail = `mailto:${email}?subject=${encodeURIComponent(text.replySubject(subject, reference))}`;
  return (
    <Card as="article" className="max-w-4xl" aria-labelledby={`message-${message._id}`}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={`message-${message._id}`} className="text-xl">
            {subject}
          </h2>
          <p className="text-sm text-ink-soft">{text.from(name, email)}</p>
        </div>
        <Badge tone={status === 'open' ? 'butter' : 'leaf'}>{text[status]}</Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft">
        <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
        {' · '}
        <span className="font-mono text-xs">{reference}</span>
      </p>
      <p className="my-4 max-w-prose whitespace-pre-line">{message.message}</p>
      <div className="flex flex-wrap gap-3">
        <a
          href={mail}
          className="inline-flex min-h-11 items-center gap-2 rounded-full border-2 border-current px-5 text-[0.9375rem] font-semibold hover:bg-sunken"
        >
          <Icon of={Mail} size={18} />
          {text.reply}
        </a>
        <Button
          tone={next === 'answered' ? 'leaf' : 'ghost'}
          busy={busy}
          disabledReason={blocked}
          aria-label={text.for(nextText, reference)}
          onClick={() => onChange(next)}
        >
          {nextText}
        </Button>
      </div>
    </Card>
  );
}
