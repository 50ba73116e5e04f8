import { useQuery } from '@tanstack/react-query';
import { Activity, CircleUserRound, Heart, LayoutDashboard, LogOut, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownFarmsQueryOptions, useActFor } from '../../features/team/team';
import { joinText, teamText } from '../../features/team/texts';
import { lazyPart } from '../../lib/api/chunks';
import { themes, useShortcuts, useTheme } from '../../lib/browser/preferences';
import { paths } from '../../lib/paths';
import { useSession } from '../../lib/session/session';
import { useConnection } from '../../realtime/realtime-provider';
import { RoleBadge } from '../../ui/badge';
import { DropdownMenu, type MenuEntry } from '../../ui/dropdown-menu';
import { Icon } from '../../ui/icon';
import { errorMessage } from '../../ui/states';
import { useToast } from '../../ui/toast';
import { menuText, shellText } from '../texts';

const LivePanel = lazyPart(() => import('./live-panel'));

/** The account's menu: links, this browser's settings, and signing out. */
export function UserMenu() {
  const { user, signOut } = useSession();
  const { theme, setTheme } = useTheme();
  const { paused, setPaused } = useConnection();
  const shortcuts = useShortcuts();
  const navigate = useNavigate();
  const [showsLive, setShowsLive] = useState(false);

  const signOutAndRedirect = async () => {
    await signOut();
    await navigate(paths.home);
  };

  const links: MenuEntry[] =
    user === null
      ? []
      : [
          {
            kind: 'link',
            label: shellText.dashboard,
            to: paths.dashboardOf(user.role),
            icon: <Icon of={LayoutDashboard} />,
          },
          ...(user.role === 'customer'
            ? [
                {
                  kind: 'link' as const,
                  label: menuText.favourites,
                  to: paths.favourites,
                  icon: <Icon of={Heart} />,
                },
              ]
            : []),
          {
            kind: 'link',
            label: menuText.profile,
            to: `${paths.dashboardOf(user.role)}/profile`,
            icon: <Icon of={UserRound} />,
          },
        ];
  const farms = useFarmChoice();
  const entries: MenuEntry[] = [
    ...links,
    ...farms,
    {
      kind: 'check',
      label: menuText.pauseLive,
      checked: paused,
      onSelect: () => setPaused(!paused),
    },
    {
      kind: 'check',
      label: menuText.shortcuts,
      checked: shortcuts.on,
      onSelect: () => shortcuts.set(!shortcuts.on),
    },
    {
      kind: 'action',
      label: shellText.openLivePanel,
      icon: <Icon of={Activity} />,
      onSelect: () => setShowsLive(true),
    },
    {
      kind: 'choice',
      label: shellText.theme,
      options: themes.map((one) => ({
        label: menuText.themes[one],
        checked: theme === one,
        onSelect: () => setTheme(one),
      })),
    },
    {
      kind: 'action',
      label: menuText.signOut,
      icon: <Icon of={LogOut} />,
      onSelect: () => void signOutAndRedirect(),
    },
  ];

  const menu = (
    <DropdownMenu
      label={menuText.account}
      trigger={<Avatar name={user?.name} imageUrl={user?.imageUrl} />}
      header={
        <div className="grid gap-1">
          <div className="font-semibold">{user?.name || menuText.unknownUser}</div>
          {user !== null && <div className="text-sm break-all text-ink-soft">{user.email}</div>}
          {user !== null && (
            <div>
              <RoleBadge role={user.role} />
            </div>
          )}
        </div>
      }
      entries={entries}
    />
  );
  return (
    <>
      {menu}
      {showsLive && (
        <Suspense>
          <LivePanel onClose={() => setShowsLive(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The farms that the user works for, to act for one of them or for themselves; nothing if there is no choice. */
function useFarmChoice(): MenuEntry[] {
  const { user } = useSession();
  const isMember = (user?.memberships?.length ?? 0) > 0;
  const isCustomer = user?.ownRole === 'customer';
  const hasChoice = isMember && (isCustomer || (user?.memberships?.length ?? 0) > 1);
  const { data } = useQuery({ ...ownFarmsQueryOptions(user?.version ?? 0), enabled: hasChoice });
  const { mutate } = useActFor();
  const navigate = useNavigate();
  const toast = useToast();
  if (!user || !data || !hasChoice) return [];
  const actFor = (farmId: string | null) =>
    mutate(farmId, {
      onSuccess: () => void navigate(paths.dashboard),
      onError: (error) =>
        toast({ tone: 'error', title: joinText.switchFailed, description: errorMessage(error) }),
    });
  const farms = data.farms.map(({ farmId, name, role }) => ({
    label: joinText.actAs(name, teamText.roles[role]),
    checked: user.farmId === farmId,
    onSelect: () => actFor(farmId),
  }));
  const self = {
    label: joinText.self,
    checked: user.farmId === null,
    onSelect: () => actFor(null),
  };
  return [
    { kind: 'choice', label: joinText.actFor, options: isCustomer ? [...farms, self] : farms },
  ];
}

/** The initials of the first and the last word: people are seldom called by the names in between. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => [...(word ?? '')][0] ?? '').join('');
}

function Avatar({ name, imageUrl }: { name?: string; imageUrl?: string | null }) {
  if (imageUrl) {
    return (
      <img
        src={imageUrl}
        alt=""
        width="36"
        height="36"
        className="size-9 rounded-full object-cover"
      />
    );
  }
  const initials = initialsOf(name ?? '');
  if (initials === '') return <Icon of={CircleUserRound} size={26} />;
  return (
    <span
      aria-hidden="true"
      className="grid size-9 place-items-center rounded-full bg-leaf text-sm font-bold text-on-leaf"
    >
      {initials}
    </span>
  );
}
