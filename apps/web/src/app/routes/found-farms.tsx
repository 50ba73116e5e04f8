import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { Link } from 'react-router-dom';
import { suggestionsQueryOptions } from '../../features/catalogue/products';
import { farmsText } from '../../features/farms/texts';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { shellText } from '../texts';

/** The farms that match a search, if its suggestions list farms before products. */
export default function FoundFarms({ q }: { q: string }) {
  const { data, isPlaceholderData } = useQuery(suggestionsQueryOptions(q.toLowerCase()));
  if (data?.first !== 'farms' || isPlaceholderData) return null;
  return (
    <section aria-label={shellText.farms} className="mb-6">
      <ul className="grid gap-3 sm:grid-cols-2">
        {data.farms.map(({ _id, slug, name, image, city, state }) => (
          <li
            key={_id}
            className="relative flex items-center gap-4 rounded-lg border border-rule bg-paper p-3 transition-shadow hover:shadow-lift"
          >
            <img
              src={image}
              alt=""
              width={96}
              height={72}
              className="h-18 w-24 shrink-0 rounded-md object-cover"
            />
            <div className="min-w-0">
              <h2 className="text-xl">
                <Link
                  to={paths.farm(slug)}
                  className="after:absolute after:inset-0 after:rounded-lg"
                >
                  {name}
                </Link>
              </h2>
              <p className="flex items-center gap-1 text-sm text-ink-soft">
                <Icon of={MapPin} size={16} className="text-leaf-ink" />
                {farmsText.place(city, state)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
