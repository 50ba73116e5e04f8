import { useSearchParams } from 'react-router-dom';
import { Tabs } from '../../ui/tabs';
import { aboutText } from './texts';

const values = ['mission', 'story', 'impact'] as const;
type Value = (typeof values)[number];

function isValue(text: string | null): text is Value {
  return values.some((value) => value === text);
}

/** Mission, story and impact; the selected tab is a search parameter, so that each can be linked to. */
export function AboutTabs() {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('tab');
  return (
    <Tabs
      label={aboutText.tabsLabel}
      value={isValue(requested) ? requested : 'mission'}
      onChange={(tab) => setSearch({ tab }, { replace: true })}
      tabs={values.map((value) => {
        const { label, title, text } = aboutText.tabs[value];
        return {
          value,
          label,
          content: (
            <div className="max-w-3xl">
              <h2 className="mb-4 text-3xl sm:text-4xl">{title}</h2>
              {text.map((paragraph) => (
                <p key={paragraph} className="mb-4 text-lg">
                  {paragraph}
                </p>
              ))}
            </div>
          ),
        };
      })}
    />
  );
}
