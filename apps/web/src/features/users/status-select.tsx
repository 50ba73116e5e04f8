import { type UserDto, type UserStatus, userStatusSchema } from '#libs/contracts';
import { cx } from '../../lib/cx';
import { statusText } from '../../ui/texts';
import { usersText } from './texts';

const edges: Record<UserStatus, string> = {
  active: 'border-l-leaf-ink',
  inactive: 'border-l-edge',
  suspended: 'border-l-tomato-ink',
};

/** The status dropdown (docs/product.md, Users). */
export function StatusSelect({
  user,
  pendingStatus,
  disabledReason,
  onChoose,
}: {
  user: UserDto;
  /** The chosen status while its request is in flight. */
  pendingStatus: UserStatus | undefined;
  disabledReason: string | null;
  onChoose: (status: UserStatus) => void;
}) {
  const value = pendingStatus ?? user.status;
  return (
    <select
      aria-label={usersText.statusOf(user.name)}
      aria-busy={pendingStatus !== undefined || undefined}
      value={value}
      disabled={disabledReason !== null}
      title={disabledReason ?? undefined}
      onChange={(event) => {
        const next = userStatusSchema.safeParse(event.target.value);
        if (pendingStatus === undefined && next.success && next.data !== user.status)
          onChoose(next.data);
      }}
      className={cx(
        'min-h-11 rounded-md border border-l-[6px] border-edge bg-paper px-3 pr-8 font-semibold disabled:cursor-not-allowed disabled:text-ink-soft',
        edges[value],
      )}
    >
      {userStatusSchema.options.map((status) => (
        <option key={status} value={status}>
          {statusText[status]}
        </option>
      ))}
    </select>
  );
}
